/** Runs actions that take time at a standstill: speech, photo, lights, head, cabinet, access doors, charging. */
import * as v from 'valibot';
import { BROADCAST_LANGUAGES, type BroadcastLanguage } from '../../contract/entities/robotConstants.ts';
import { HEAD_LIMITS } from '../../contract/rules/robotActions.ts';
import { speakingSeconds } from '../../contract/rules/speaking.ts';
import type { VdaAction } from '../../contract/wire/vda5050.ts';
import type { ActionStates } from './actionStates.ts';
import { CABINET_DOOR_SECONDS, type Cabinets } from './cabinets.ts';
import type { PhotoResult } from './photoUploads.ts';

/** Settings that users change on a robot; reported as information. */
export interface Settings {
  lights: boolean;
  /** Radians from straight ahead. */
  head: number;
  /** Radians upwards from straight ahead. */
  tilt: number;
  chassisLight: boolean;
  warningLight: boolean;
  /** Per cent. */
  volume: number;
  /** Text being spoken. */
  saying: string;
}

export interface ActionContext {
  settings: Settings;
  readonly cabinets: Cabinets;
  isMoving(): boolean;
  /** @returns false if no charger touches the contacts */
  charge(on: boolean): boolean;
  /** Reports a photo of an order's action. */
  takePhoto(): void;
  /** A photo that is uploaded. @returns why there is none; null if it is on its way */
  requestPhoto(actionId: string): string | null;
  photoResult(actionId: string): PhotoResult | null;
  spoke(text: string, language: BroadcastLanguage | null): void;
  setLights(on: boolean): void;
  /** Degrees. */
  turnHead(horizontal: number, vertical: number): void;
  /** Null if the robot's floor has no door with this id. */
  door(doorId: string): AskedDoor | null;
}

/** Maximum duration and result of an action, or why it cannot be done. */
export type ActionPlan =
  | {
      seconds: number;
      begin?: () => void;
      /** Polled on every tick; true ends the action early. */
      isDone?: () => boolean;
      /** @returns why it failed; null on success */
      end: () => string | null;
      /** The result of a success. */
      result?: () => string | undefined;
      /** Undoes effects that must not remain after the action is aborted. */
      abort?: () => void;
    }
  | { fault: string };

/** A door under access control. */
export interface AskedDoor {
  ask(): void;
  readonly isOpen: boolean;
}

/** Seconds after which waiting for a door fails. */
const DOOR_PATIENCE = 20;
/** Seconds after which an upload of a photo fails. */
const PHOTO_PATIENCE = 60;

const finite = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.nonEmpty(), v.transform(Number))]),
  v.number(),
  v.finite(),
);
const within = ({ min, max }: { min: number; max: number }) => v.pipe(finite, v.minValue(min), v.maxValue(max));
const switched = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
]);

export const parametersOf = ({ actionParameters = [] }: VdaAction): Record<string, unknown> =>
  Object.fromEntries(actionParameters.map(({ key, value }) => [key, value]));

/** @param isOfOrder whether the action belongs to an order; otherwise it is an instant action */
export function perform(action: VdaAction, performer: ActionContext, isOfOrder = false): ActionPlan {
  const { settings } = performer;
  const parameters = parametersOf(action);
  const read = <Schema extends v.GenericSchema>(key: string, schema: Schema): v.InferOutput<Schema> | null => {
    const parsed = v.safeParse(schema, parameters[key]);
    return parsed.success ? parsed.output : null;
  };
  const missing = (key: string): ActionPlan => ({ fault: `${action.actionType} needs a valid ${key}.` });
  const at = (seconds: number, end: () => void): ActionPlan => ({ seconds, end: () => (end(), null) });

  switch (action.actionType) {
    case 'startCharging':
      return { seconds: 1.5, end: () => (performer.charge(true) ? null : 'No charger touches the contacts here.') };
    case 'stopCharging':
      return at(0.5, () => void performer.charge(false));
    case 'takePhoto':
      return isOfOrder ? at(1, () => performer.takePhoto()) : uploadedPhoto(action.actionId, performer);
    case 'setLights': {
      const on = read('on', switched);
      return on === null ? missing('on') : at(0, () => performer.setLights(on));
    }
    case 'setHead': {
      const horizontal = read('horizontal', within(HEAD_LIMITS.horizontal));
      const vertical = read('vertical', within(HEAD_LIMITS.vertical));
      if (horizontal === null) return missing('horizontal');
      return vertical === null ? missing('vertical') : at(1, () => performer.turnHead(horizontal, vertical));
    }
    case 'setVolume': {
      const volume = read('volume', finite);
      return volume === null || volume < 0 || volume > 100
        ? missing('volume')
        : at(0, () => void (settings.volume = volume));
    }
    case 'openCabinet':
    case 'closeCabinet': {
      const cabinet = read('cabinet', finite);
      const { cabinets } = performer;
      if (cabinet === null || !cabinets.has(cabinet)) return missing('cabinet');
      const opens = action.actionType === 'openCabinet';
      if (opens && performer.isMoving()) return { fault: 'The robot is driving.' };
      if (cabinets.isOpen(cabinet) === opens) return at(0, () => void cabinets.setOpen(cabinet, opens));
      return {
        seconds: CABINET_DOOR_SECONDS,
        end: () => (opens && performer.isMoving() ? 'The robot drove off.' : (cabinets.setOpen(cabinet, opens), null)),
      };
    }
    case 'openDoor': {
      const doorId = read('doorId', v.pipe(v.string(), v.nonEmpty()));
      if (doorId === null) return missing('doorId');
      const door = performer.door(doorId);
      if (!door) return { fault: `There is no door ${doorId} on this floor.` };
      return {
        seconds: DOOR_PATIENCE,
        begin: () => door.ask(),
        isDone: () => (door.ask(), door.isOpen),
        end: () => (door.isOpen ? null : `The door ${doorId} did not open.`),
      };
    }
    case 'say': {
      const text = read('text', v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(400)));
      if (text === null) return missing('text');
      const language = read('language', v.picklist(BROADCAST_LANGUAGES));
      // A later text replaces this one.
      const fallSilent = (): void => void (settings.saying === text && (settings.saying = ''));
      return {
        seconds: speakingSeconds(text),
        begin: () => ((settings.saying = text), performer.spoke(text, language)),
        end: () => (fallSilent(), null),
        abort: fallSilent,
      };
    }
    default:
      return { fault: `The robot has no action ${action.actionType}.` };
  }
}

function uploadedPhoto(actionId: string, performer: ActionContext): ActionPlan {
  const fault = performer.requestPhoto(actionId);
  if (fault !== null) return { fault };
  return {
    seconds: PHOTO_PATIENCE,
    isDone: () => performer.photoResult(actionId) !== null,
    end: () => {
      const found = performer.photoResult(actionId);
      if (!found) return 'The photo took too long.';
      return 'fault' in found ? found.fault : null;
    },
    result: () => {
      const found = performer.photoResult(actionId);
      return found && 'fileId' in found ? found.fileId : undefined;
    },
  };
}

/** Runs actions in parallel and keeps their states. */
export class ActionRunner {
  private readonly states: ActionStates;
  private readonly performer: ActionContext;
  private running: {
    actionId: string;
    left: number;
    isDone: () => boolean;
    end: () => string | null;
    result: () => string | undefined;
    abort: () => void;
  }[] = [];

  constructor(states: ActionStates, performer: ActionContext) {
    this.states = states;
    this.performer = performer;
  }

  begin(action: VdaAction, now: number): void {
    const performance = perform(action, this.performer, this.states.isOfOrder(action.actionId));
    if ('fault' in performance) {
      this.states.set(action.actionId, 'FAILED', now, performance.fault);
      return;
    }
    performance.begin?.();
    this.states.set(action.actionId, 'RUNNING', now);
    this.running.push({
      actionId: action.actionId,
      left: performance.seconds,
      isDone: performance.isDone ?? (() => false),
      end: performance.end,
      result: performance.result ?? (() => undefined),
      abort: performance.abort ?? (() => {}),
    });
    if (performance.seconds === 0) this.step(0, now);
  }

  step(dt: number, now: number): void {
    if (this.running.length === 0) return;
    for (const one of this.running) {
      one.left = one.isDone() ? 0 : one.left - dt;
      if (one.left > 0) continue;
      const fault = one.end();
      this.states.set(one.actionId, fault === null ? 'FINISHED' : 'FAILED', now, fault ?? one.result());
    }
    this.running = this.running.filter(({ left }) => left > 0);
  }
  /** Aborts these actions at once, speech in the middle of a sentence. */
  abortActions(actionIds: readonly string[]): void {
    const ending = this.running.filter(({ actionId }) => actionIds.includes(actionId));
    this.running = this.running.filter((one) => !ending.includes(one));
    for (const one of ending) one.abort();
  }
}
