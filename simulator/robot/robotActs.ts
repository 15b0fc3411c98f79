/** Acts on a robot's state from outside: photos, compartments, reports, the power switch. */
import { hasEnded } from './actionStates.ts';
import { behaviourLoop, noWishes } from './behaviourLoop.ts';
import { isMoving } from './body.ts';
import { emptyBook } from './orders.ts';
import type { PhotoRequest, PhotoResult } from './photoUploads.ts';
import { tell, type RobotState } from './robotState.ts';

/** Sends the report of a disinfection that is due. */
export function reportDisinfection(self: RobotState): void {
  const { disinfection: work, states, environment } = self;
  if (!work) return;
  const status = states.status(work.actionId);
  const report = work.due(environment.now(), status === null || hasEnded(status));
  if (report) tell(self, { type: 'disinfection', ...report });
  if (work.isForgotten(environment.now())) self.disinfection = null;
}

/** Results of photos that are kept for their actions. */
const MOST_RESULTS = 20;

export function finishPhoto(self: RobotState, { actionId, at, own }: PhotoRequest, result: PhotoResult): void {
  const { photoResults } = self;
  if (own) {
    if ('fileId' in result)
      self.outbox.push({
        id: actionId,
        at,
        event: { type: 'photo', photoId: actionId, fileId: result.fileId, ...own },
      });
    return;
  }
  photoResults.set(actionId, result);
  const [oldest] = photoResults.keys();
  if (photoResults.size > MOST_RESULTS && oldest !== undefined) photoResults.delete(oldest);
}

/**
 * Opens or closes a compartment at once, without an action.
 *
 * @returns false if there is no such compartment, or if the robot is driving
 */
export function setCabinetOpen({ cabinets, body }: RobotState, cabinet: number, isOpen: boolean): boolean {
  return !(isOpen && isMoving(body)) && cabinets.setOpen(cabinet, isOpen);
}

/** After a power cycle the robot stands where it was, without its order and tasks. */
export function restart(self: RobotState): void {
  const { book, wishes, states, environment, body, deliveries } = self;
  deliveries.clear();
  for (const one of self.cabinets.openOnes) self.cabinets.setOpen(one, false);
  self.course.return(undefined as never); // ends the generator; the value is never read
  Object.assign(book, emptyBook(book.lastNodeId));
  Object.assign(wishes, noWishes());
  self.runner.abortActions(states.running());
  states.failOrder(environment.now(), 'The robot restarted.');
  states.forgetOrder();
  body.track = null;
  self.hand = null;
  self.paused = false;
  self.errand = null;
  self.journey = null;
  self.task = null;
  self.disinfection = null;
  self.mapping = null;
  self.course = behaviourLoop(self.living);
}
