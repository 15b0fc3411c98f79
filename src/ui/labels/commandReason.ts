/** Why a command or a route run failed. */
import { type ErrorName, ERRORS } from '../../../contract/wire/errors.ts';
import type { Translate } from '../hooks/translate.ts';
import type { Key } from '../hooks/localeTexts.ts';

/** Reasons given by the server, not by the robot. */
const OURS = {
  ended: 'robotData.commands.reason.ended',
  cancelledBy: 'robotData.commands.reason.cancelledBy',
  charging: 'robotData.commands.reason.charging',
  skipped: 'robotData.commands.reason.skipped',
  replaced: 'robotData.commands.reason.replaced',
  cancelled: 'robotData.commands.reason.cancelled',
  notTaken: 'robotData.commands.reason.notTaken',
  robotRestarted: 'robotData.commands.reason.robotRestarted',
  robotGone: 'robotData.commands.reason.robotGone',
  notConfirmed: 'robotData.commands.reason.notConfirmed',
} as const satisfies Record<string, Key>;
const isOurs = (type: string): type is keyof typeof OURS => type in OURS;

/** The text for a robot's error, else for one of our errors, else the robot's own description. */
export function reasonText(t: Translate, { type, description }: { type: string; description: string }): string {
  if (isOurs(type)) return t(OURS[type], { who: description });
  const ours = type in ERRORS ? t.failure({ code: ERRORS[type as ErrorName], said: description }) : '';
  // texts: robotErrors.*
  return t.found(`robotErrors.${type}.title`) || ours || description || type;
}

/** Robot errors are in neither the error catalogue nor the server's reasons. */
export const isRobotError = (type: string): boolean => !(type in ERRORS) && !isOurs(type);
