/**
 * Actions of a robot's devices. Each returns its ledger entry; the action is done when the robot reports it. Refused if the
 * robot does not announce it, and when too many follow each other.
 */
import * as v from 'valibot';
import { endpoint, onRobot } from '../endpoint.ts';
import { command } from '../entities/command.ts';
import { BROADCAST_LANGUAGES } from '../entities/robotConstants.ts';
import { spokenText } from '../entities/spokenText.ts';
import { callerId, flag, serialNumber } from '../entities/values.ts';
import { CABINETS_MAX, HEAD_LIMITS } from '../rules/robotActions.ts';

const one = { userId: callerId, serialNumber };
const degrees = ({ min, max }: { min: number; max: number }) =>
  v.pipe(v.number(), v.finite(), v.minValue(min), v.maxValue(max));
const cabinet = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(CABINETS_MAX));
const control = { access: onRobot('operate'), kind: 'write', response: command } as const;

export const robotActions = {
  say: endpoint('/command/say', {
    ...control,
    summary: 'Makes a robot say a text of at most 400 letters or 200 Chinese characters. The text is not stored.',
    request: v.object({
      ...one,
      text: v.pipe(spokenText, v.regex(/^[^\p{Cc}]+$/u, 'one line of text')),
      /** Detected from the text if it is left out. */
      language: v.optional(v.picklist(BROADCAST_LANGUAGES)),
    }),
  }),
  takePhoto: endpoint('/command/take-photo', {
    ...control,
    summary: 'Makes a robot take a photo. The photo is a file of the robot; `fileId` of the finished command names it.',
    request: v.object(one),
  }),
  setLights: endpoint('/command/set-lights', {
    ...control,
    summary: "Switches a robot's lights.",
    request: v.object({ ...one, on: flag }),
  }),
  setHead: endpoint('/command/set-head', {
    ...control,
    summary: "Turns a robot's head: degrees; 90 and 22 are straight ahead, larger horizontal angles are to the left.",
    request: v.object({
      ...one,
      horizontal: degrees(HEAD_LIMITS.horizontal),
      vertical: degrees(HEAD_LIMITS.vertical),
    }),
  }),
  setVolume: endpoint('/command/set-volume', {
    ...control,
    summary: "Sets a robot's volume, percent.",
    request: v.object({ ...one, volume: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)) }),
  }),
  openCabinet: endpoint('/command/open-cabinet', {
    ...control,
    summary: "Opens a robot's compartment. Refused while the robot is driving.",
    request: v.object({ ...one, cabinet }),
  }),
  closeCabinet: endpoint('/command/close-cabinet', {
    ...control,
    summary: "Closes a robot's compartment.",
    request: v.object({ ...one, cabinet }),
  }),
};
