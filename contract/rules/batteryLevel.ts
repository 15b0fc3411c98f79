/**
 * Battery levels, by the whole per cent that the screen shows: a count of low batteries then agrees with the numbers
 * beside it.
 */
import { BATTERY_CRITICAL, BATTERY_LOW } from './limits.ts';

/** What the screen shows, per cent. */
export const shownPercent = (battery: number): number => Math.round(battery);
/** Below the limit, not at it. */
export const isBelowPercent = (battery: number, limit: number): boolean => shownPercent(battery) < limit;
export const isBatteryLow = (battery: number): boolean => isBelowPercent(battery, BATTERY_LOW);
export const isBatteryCritical = (battery: number): boolean => isBelowPercent(battery, BATTERY_CRITICAL);
