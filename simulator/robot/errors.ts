/** The robot's errors (VDA 5050 `errors`): each with level, description and hint. */
import type { RobotErrorType } from '../../contract/wire/actions.ts';
import type { RobotError } from '../../contract/wire/vda5050.ts';

type Level = RobotError['errorLevel'];

const ERROR_TEXTS: Record<RobotErrorType, { level: Level; description: string; hint: string }> = {
  emergencyStop: {
    level: 'FATAL',
    description: 'The emergency stop button is pressed.',
    hint: 'Release the button at the robot once the way is safe.',
  },
  pathBlocked: {
    level: 'WARNING',
    description: 'Something stands in the way.',
    hint: 'Clear the way, or send the robot elsewhere.',
  },
  noPath: {
    level: 'WARNING',
    description: 'There is no way to the target.',
    hint: 'Choose a target that can be reached from here.',
  },
  orderError: { level: 'WARNING', description: 'The order cannot be taken.', hint: 'Cancel the present order first.' },
  orderUpdateError: {
    level: 'WARNING',
    description: 'The update does not fit the present order.',
    hint: 'Send the order anew under another id.',
  },
  noRouteError: {
    level: 'WARNING',
    description: 'There is no route to a node of the order.',
    hint: 'Give every node a position that can be reached.',
  },
  validationError: {
    level: 'WARNING',
    description: 'The message is not what the standard asks for.',
    hint: 'Mend the field that is named and send it again.',
  },
  noOrderToCancel: { level: 'WARNING', description: 'There is no order to cancel.', hint: 'Nothing needs to be done.' },
  instantActionError: {
    level: 'WARNING',
    description: 'The action cannot be carried out.',
    hint: 'Send only actions that the factsheet announces, with all their parameters.',
  },
  batteryLow: { level: 'WARNING', description: 'The battery is low.', hint: 'Send the robot to a charger.' },
  localizationLost: {
    level: 'FATAL',
    description: 'The robot does not know where it is.',
    hint: 'Tell it where it stands (relocate).',
  },
  cameraUnplugged: {
    level: 'WARNING',
    description: 'The camera gives no picture.',
    hint: "Check the camera's plug at the robot.",
  },
  liftUnavailable: {
    level: 'WARNING',
    description: 'The lift does not come.',
    hint: 'Check the lift, or choose a target on this floor.',
  },
  busy: {
    level: 'WARNING',
    description: 'The robot is occupied and takes no orders.',
    hint: 'Try again when it is free.',
  },
  wrongMap: {
    level: 'WARNING',
    description: 'The map is unknown to the robot.',
    hint: 'Use one of the maps of its site.',
  },
  targetOutsideMap: {
    level: 'WARNING',
    description: 'The target lies outside the map.',
    hint: 'Choose a place on the floor.',
  },
  targetBlocked: {
    level: 'WARNING',
    description: 'The target is not free.',
    hint: 'Choose a place with room for the robot.',
  },
};

export type References = Readonly<Record<string, string | number>>;
export interface ErrorTexts {
  description?: string;
  hint?: string;
}

export function robotError(type: RobotErrorType, references: References = {}, texts: ErrorTexts = {}): RobotError {
  const { level, description, hint } = ERROR_TEXTS[type];
  return {
    errorType: type,
    errorLevel: level,
    errorDescription: texts.description ?? description,
    errorHint: texts.hint ?? hint,
    errorReferences: Object.entries(references).map(([referenceKey, value]) => ({
      referenceKey,
      referenceValue: String(value),
    })),
  };
}

/** How long a rejection is reported, ms, because nothing withdraws it. */
const REFUSAL_MS = 30_000;

/**
 * The current errors: lasting ones, which are reported as long as their cause exists, and rejections of messages, which
 * end with the next accepted order or by timeout.
 */
export class Errors {
  private lasting = new Map<RobotErrorType, RobotError>();
  private refusals: { error: RobotError; until: number }[] = [];

  /** Sets or clears a lasting error; `make` is called only when it begins. */
  hold(type: RobotErrorType, holds: boolean, make: () => RobotError = () => robotError(type)): void {
    if (!holds) this.lasting.delete(type);
    else if (!this.lasting.has(type)) this.lasting.set(type, make());
  }

  refuse(error: RobotError, now: number): void {
    this.refusals = [...this.refusals.slice(-4), { error, until: now + REFUSAL_MS }];
  }

  forgetRefusals(): void {
    this.refusals = [];
  }

  now(time: number): RobotError[] {
    if (this.refusals.some(({ until }) => until <= time))
      this.refusals = this.refusals.filter(({ until }) => until > time);
    return [...this.lasting.values(), ...this.refusals.map(({ error }) => error)];
  }
}
