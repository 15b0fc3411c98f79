/**
 * Readable labels from a machine's definition: `after retryDelay`, `not (isHeld and canAct)`, `set failure`, `send
 * feed.beaten`. They use statechart notation and are the same in every language. Function names are not used, because a
 * build minifies them.
 */
import { builtInActionOf, combinedGuardOf } from '../../machines/xstateInternals.ts';

/** Label for an inline guard or action without a name. */
const UNNAMED_GUARD = 'condition';
const UNNAMED_ACTION = 'code';
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function' ? value : {}) as Readonly<
    Record<string, unknown>
  >;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const typeOf = (value: unknown): string | null => textOf(value) ?? textOf(fieldsOf(value)['type']);
const joined = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' ');

/** Empty if there is no guard. */
export function guardName(guard: unknown): string {
  if (guard === undefined || guard === null) return '';
  const combined = combinedGuardOf(guard);
  if (combined?.kind === 'stateIn') return `in ${stateText(combined.stateValue)}`;
  if (combined) {
    const { kind, guards } = combined;
    const names = guards.map((each) => {
      const inner = combinedGuardOf(each)?.kind;
      return inner === 'and' || inner === 'or' ? `(${guardName(each)})` : guardName(each);
    });
    return kind === 'not' ? `not ${names.join(' ')}` : names.join(` ${kind} `);
  }
  return typeof guard === 'function' ? UNNAMED_GUARD : (typeOf(guard) ?? UNNAMED_GUARD);
}

/** { robot: 'gone' } becomes `robot.gone`; '#video.robot.gone' is kept. */
function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries(fieldsOf(value))
    .map(([key, below]) =>
      Object.keys(fieldsOf(below)).length > 0 || typeof below === 'string' ? `${key}.${stateText(below)}` : key,
    )
    .join(', ');
}

/** null for actions that XState adds to start and cancel `after` timers. */
export function actionName(action: unknown): string | null {
  const builtIn = builtInActionOf(action);
  if (!builtIn) return typeof action === 'function' ? UNNAMED_ACTION : (typeOf(action) ?? UNNAMED_ACTION);
  const { type, event, id, sendId, assignment, actorRef, src } = builtIn;
  if (textOf(id)?.startsWith('xstate.after.') === true || textOf(sendId)?.startsWith('xstate.after.') === true)
    return null;
  switch (type) {
    case 'xstate.assign':
      return joined('set', typeof assignment === 'object' ? Object.keys(fieldsOf(assignment)).join(', ') : null);
    case 'xstate.raise':
      return joined('raise', typeOf(event));
    case 'xstate.sendTo':
      return joined('send', typeOf(event));
    case 'xstate.emit':
      return joined('emit', typeOf(event));
    case 'xstate.cancel':
      return joined('cancel', textOf(sendId));
    case 'xstate.spawnChild':
      return joined('spawn', textOf(id) ?? textOf(src));
    case 'xstate.stopChild':
      return joined('stop', textOf(actorRef));
    case 'xstate.enqueueActions':
      return 'steps';
    case 'xstate.log':
      return 'log';
    default:
      return UNNAMED_ACTION;
  }
}

export const actionNames = (actions: readonly unknown[]): string[] =>
  actions.map(actionName).filter((name) => name !== null);

/** A delay by its name, or a formatted duration: 500 ms, 4 s, 2 min. */
export function delayName(delay: unknown): string {
  if (typeof delay !== 'number') return String(delay);
  if (delay >= 60_000 && delay % 60_000 === 0) return `${delay / 60_000} min`;
  return delay >= 1_000 && delay % 100 === 0 ? `${delay / 1_000} s` : `${delay} ms`;
}
