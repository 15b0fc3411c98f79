/** Redaction rule of what happened to robots: no names of people. */
import type { RedactionRule } from './redaction.ts';

export const EVENT = {
  id: true,
  bizType: true,
  sourceId: true,
  serialNumber: true,
  robotName: true,
  at: true,
  until: true,
  kind: true,
  state: true,
  cause: true,
  value: true,
  place: true,
  pictureId: true,
  box: true,
} as const satisfies RedactionRule;
