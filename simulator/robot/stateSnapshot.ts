/** Collects the reported state of a robot. */
import type { StateSnapshot } from './report.ts';
import { wayOf } from './report.ts';
import { isEmergencyStopped, isOnOrder } from './robotState.ts';
import type { RobotState } from './robotState.ts';
import { toGo } from './travel.ts';
import type { Task } from './work/task.ts';

export function stateSnapshotOf(self: RobotState): StateSnapshot {
  const { environment, body, book, journey, battery, wishes } = self;
  const now = environment.now();
  // A behaviour about to be interrupted is not reported, because it would appear to belong to the new request.
  const leaving = wishes.interrupted;
  return {
    now,
    body,
    book,
    battery,
    errand: self.errand,
    paused: self.paused,
    byHand: self.hand !== null,
    located: self.located,
    eStop: isEmergencyStopped(self),
    fieldViolation: self.randomFaults.isBlocked,
    task: taskOf(self),
    way: leaving ? [] : wayOf(body),
    toGo: journey && !leaving ? toGo(body, journey) : null,
    settings: self.settings,
    cabinets: self.cabinets,
    watching: self.watching,
    actionStates: self.states.list(now),
    errors: self.errors.now(now),
  };
}

function taskOf(self: RobotState): Task | null {
  const { book, journey } = self;
  const none = { progress: null, until: null, stops: [] };
  if (self.hand) return { kind: 'manual', target: '', ...none };
  const target = book.nodes.at(-1)?.nodeId ?? '';
  const isMapping = self.task?.kind === 'mapping' && isOnOrder(self);
  const task: Task | null =
    isOnOrder(self) && !isMapping
      ? { kind: isChargeOrder(self) ? 'charge' : 'goTo', target, ...none, progress: progressOf(self) }
      : self.task;
  if (!task || !journey || journey.phase === 'driving') return task;
  const phase = journey.phase === 'riding' ? 'riding' : 'waiting';
  return { ...task, kind: 'lift', ...(journey.lift && { lift: { ...journey.lift, phase } }) };
}

/** Whether the order ends at a charger. */
export const isChargeOrder = ({ book }: RobotState): boolean =>
  book.nodes.some(({ actions }) => actions.some(({ actionType }) => actionType === 'startCharging'));

/** Completed share of an order's way, 0..1. */
function progressOf({ journey, body, book }: RobotState): number | null {
  if (!journey) return null;
  const left = toGo(body, journey);
  book.way = Math.max(book.way, left);
  return book.way > 0 ? 1 - left / book.way : null;
}
