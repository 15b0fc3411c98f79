/** People of the demo's buildings: some are registered for face recognition. All of them are fictional. */
import { HARBOUR } from './sites.ts';

export interface DemoPerson {
  readonly id: string;
  readonly siteId: string;
  readonly name: string;
  /** Of demo/portrait.ts. */
  readonly look: number;
}

/** The robot that registered them. */
export const REGISTERED_BY = 'U1-2311-0033';
export const DEMO_PERSONS: readonly DemoPerson[] = [
  { id: 'demo-person-1', siteId: HARBOUR, name: '赵敏', look: 11 },
  { id: 'demo-person-2', siteId: HARBOUR, name: 'Huang Lei', look: 23 },
  { id: 'demo-person-3', siteId: HARBOUR, name: '田中健', look: 37 },
  { id: 'demo-person-4', siteId: HARBOUR, name: 'Ada Berg', look: 41 },
  { id: 'demo-person-5', siteId: HARBOUR, name: '陈晓', look: 58 },
];

/** Looks of people who pass by. */
export const PASSERS_BY = { first: 100, count: 400 } as const;

/**
 * A simulated robot's id of a recognition. It carries the look, as the template of a real robot carries the face, so that
 * a person who is registered from it is recognised again.
 */
export const simulatedFaceId = (look: number, suffix: string): string => `f-${look}-${suffix}`;
/** null for an id of another robot. */
export function lookOf(faceId: string): number | null {
  const [, look] = /^f-(\d{1,6})-/u.exec(faceId) ?? [];
  return look === undefined ? null : Number(look);
}
