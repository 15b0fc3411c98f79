/** The choice of a robot for a delivery, with its reasons, as pure functions. */
import {
  CHOICE_OTHERS_MAX,
  OTHER_REASONS,
  type ChoiceReason,
  type OtherReason,
  type RobotChoice,
} from '../../contract/entities/robotChoice.ts';
import type { CompartmentSize } from '../../contract/rules/deliveryLimits.ts';
import type { StoredChoice } from '../db/stepSubject.ts';
import { countFreeCompartments, type DeliveryRobot, type Hindrance } from './deliveryRobots.ts';

/** A robot that a delivery could be given to. */
export interface Candidate {
  robot: DeliveryRobot;
  /** `scheduledRun`: a run of its timetable waits for it. */
  why: Hindrance | 'scheduledRun';
  /** To the loading point; null if unknown. */
  metres: number | null;
  /** It is on the map of the loading point; otherwise the metres count a lift ride and are not shown. */
  isOnMap: boolean;
}

/** The robot that takes it now: one that goes there anyway, else the nearest. @param avoided takes it only if no other can */
export function chosenOf(
  candidates: readonly Candidate[],
  { isNamed, avoided }: { isNamed: boolean; avoided: string },
): { chosen: Candidate | undefined; reason: ChoiceReason } {
  const ready = candidates.filter(({ why }) => why === '');
  const others = ready.filter(({ robot }) => robot.serialNumber !== avoided);
  const isOnWay = ({ robot }: Candidate): boolean => robot.carries.length > 0;
  const [chosen, ...rest] = (others.length > 0 ? others : ready).toSorted(
    (a, b) => Number(isOnWay(b)) - Number(isOnWay(a)) || (a.metres ?? 0) - (b.metres ?? 0),
  );
  if (!chosen) return { chosen, reason: '' };
  if (isNamed) return { chosen, reason: 'named' };
  return { chosen, reason: isOnWay(chosen) ? 'sameTrip' : rest.length === 0 ? 'onlyOne' : 'nearest' };
}

const OTHERS: Readonly<Partial<Record<Candidate['why'], OtherReason>>> = { '': 'ready', allBusy: 'busy' };
const otherReason = ({ robot, why }: Candidate, avoided: string): OtherReason =>
  why === '' && robot.serialNumber === avoided
    ? 'declined'
    : (OTHERS[why] ?? OTHER_REASONS.find((reason) => reason === why) ?? '');

const batteryOf = ({ live: { battery } }: DeliveryRobot): number | null =>
  battery === null ? null : Math.round(battery);
const shownMetres = ({ metres, isOnMap }: Candidate): number | null =>
  metres === null || !isOnMap ? null : Math.round(metres);

/** What is stored of a choice. @param candidates all that were looked at, the chosen one included */
export function choiceOf(
  candidates: readonly Candidate[],
  {
    chosen,
    reason,
    size,
    avoided = '',
  }: { chosen: Candidate | undefined; reason: ChoiceReason; size: CompartmentSize; avoided?: string },
): StoredChoice {
  const others = candidates
    .filter((one) => one !== chosen)
    .map((one) => ({
      serialNumber: one.robot.serialNumber,
      reason: otherReason(one, avoided),
      metres: shownMetres(one),
      battery: batteryOf(one.robot),
    }))
    .sort(
      (a, b) =>
        OTHER_REASONS.indexOf(a.reason) - OTHER_REASONS.indexOf(b.reason) ||
        (a.metres ?? Infinity) - (b.metres ?? Infinity) ||
        a.serialNumber.localeCompare(b.serialNumber),
    );
  return {
    serialNumber: chosen?.robot.serialNumber ?? '',
    reason,
    metres: chosen ? shownMetres(chosen) : null,
    battery: chosen ? batteryOf(chosen.robot) : null,
    compartments: chosen ? countFreeCompartments(chosen.robot, size) : 0,
    carries: chosen?.robot.carries.length ?? 0,
    others: others.slice(0, CHOICE_OTHERS_MAX),
    more: Math.max(0, others.length - CHOICE_OTHERS_MAX),
  };
}

/**
 * As it is shown; undefined if the reader may not see the chosen robot.
 * @param nameOf the name of a robot; undefined if the reader may not see it: of the others, it is only counted
 */
export function toRobotChoiceDto(
  { others, more, ...choice }: StoredChoice,
  nameOf: (serialNumber: string) => string | undefined,
): RobotChoice | undefined {
  if (choice.serialNumber !== '' && nameOf(choice.serialNumber) === undefined) return undefined;
  const shown = others.flatMap((one) => {
    const robotName = nameOf(one.serialNumber);
    return robotName === undefined ? [] : { ...one, robotName };
  });
  return { ...choice, others: shown, more: more + others.length - shown.length };
}
