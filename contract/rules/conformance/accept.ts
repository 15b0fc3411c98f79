/**
 * Deviations from the standard that a person has accepted for one robot. A rule changes the robot's messages before
 * they are parsed, so an accepted deviation no longer makes a message unusable.
 */
import { OPERATING_MODES } from '../../wire/vdaModes.ts';

/**
 * operatingMode: `value` is read as the mode `meaning`. mapName: `value` is the robot's name for the map with the id
 * `meaning` (applied through the robot's map names). headerFields: missing header fields are filled in. missingList: a
 * missing list of the state, named by `value`, counts as empty.
 */
export const ACCEPT_KINDS = ['operatingMode', 'mapName', 'headerFields', 'missingList'] as const;
export type AcceptKind = (typeof ACCEPT_KINDS)[number];
export interface AcceptRule {
  kind: AcceptKind;
  value: string;
  meaning: string;
}

/** Lists of a state message that can be missing without a loss: without them there is nothing to report. */
export const OPTIONAL_LISTS = ['actionStates', 'nodeStates', 'edgeStates', 'errors'] as const;
/** Maximum length of a value, characters. */
export const ACCEPT_MAX = 64;
/** Maximum number of rules per robot. */
export const MOST_ACCEPTS = 50;

const isOneOf = (list: readonly string[], value: string): boolean => list.includes(value);

/** The field at fault; null for a rule that can be applied. A valid mode is never read as another one. */
export function faultOfAccept({ kind, value, meaning }: AcceptRule): 'value' | 'meaning' | null {
  switch (kind) {
    case 'operatingMode':
      if (value === '' || isOneOf(OPERATING_MODES, value)) return 'value';
      return isOneOf(OPERATING_MODES, meaning) ? null : 'meaning';
    case 'mapName':
      return value === '' ? 'value' : meaning === '' ? 'meaning' : null;
    case 'headerFields':
      return value === '' ? (meaning === '' ? null : 'meaning') : 'value';
    case 'missingList':
      return isOneOf(OPTIONAL_LISTS, value) ? (meaning === '' ? null : 'meaning') : 'value';
  }
}

export interface HeaderDefaults {
  manufacturer: string;
  serialNumber: string;
  /** ms since 1970 */
  at: number;
}

/** The message as it is to be parsed. Returns the same object if no rule applies; never changes it. */
export function applyAccepted(
  rules: readonly AcceptRule[],
  topic: string,
  message: unknown,
  { manufacturer, serialNumber, at }: HeaderDefaults,
): unknown {
  if (rules.length === 0 || typeof message !== 'object' || message === null || Array.isArray(message)) return message;
  let changed = message as Record<string, unknown>;
  const set = (key: string, value: unknown): void => void (changed = { ...changed, [key]: value });
  for (const { kind, value, meaning } of rules) {
    if (kind === 'operatingMode' && topic === 'state' && changed['operatingMode'] === value)
      set('operatingMode', meaning);
    if (kind === 'missingList' && topic === 'state' && changed[value] === undefined) set(value, []);
    if (kind !== 'headerFields') continue;
    const defaults = {
      headerId: 0,
      timestamp: new Date(at).toISOString(),
      version: '2.0.0',
      manufacturer,
      serialNumber,
    };
    for (const [key, fallback] of Object.entries(defaults)) if (changed[key] === undefined) set(key, fallback);
  }
  return changed;
}
