/**
 * What robots report about their devices beside the live state: battery, lights, head, network. Kept in memory, one entry
 * per robot; it is complete again with the next state message.
 */
import type { StateMessage } from '../../contract/wire/vda5050.ts';

export type InfoValue = string | number | boolean | null;
export interface DeviceInfo {
  /** ms */
  at: number;
  battery: { voltage: number | null; health: number | null; reach: number | null };
  /** By infoType, then by key. */
  information: Readonly<Record<string, Readonly<Record<string, InfoValue>>>>;
  saying: boolean;
}

const KEPT = new Set(['settings', 'battery', 'network']);
/** Entries and characters kept of one information. */
const MOST_KEYS = 20;
const LONGEST = 60;

/** References are text: numbers and switches are read back. */
function valueIn(text: string): InfoValue {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text.slice(0, LONGEST);
}

export function deviceInfoIn({ batteryState, information = [] }: StateMessage, at: number): DeviceInfo {
  const kept = information.filter(({ infoType }) => KEPT.has(infoType));
  return {
    at,
    battery: {
      voltage: batteryState.batteryVoltage ?? null,
      health: batteryState.batteryHealth ?? null,
      reach: batteryState.reach ?? null,
    },
    information: Object.fromEntries(
      kept.map(({ infoType, infoReferences = [] }) => [
        infoType,
        Object.fromEntries(
          infoReferences
            .slice(0, MOST_KEYS)
            .map(({ referenceKey, referenceValue }) => [referenceKey.slice(0, LONGEST), valueIn(referenceValue)]),
        ),
      ]),
    ),
    saying: information.some(({ infoType }) => infoType === 'saying'),
  };
}
