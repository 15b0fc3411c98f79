/** Which robots can go to the place of an alarm case, and how long they take; and which can speak there. */
import { approachOn } from '../../contract/rules/approach.ts';
import type { CaseComer, CaseSpeaker } from '../../contract/entities/alarmCase.ts';
import { estimateOf } from '../../contract/rules/cruiseEstimate.ts';
import { displacedBy } from '../../contract/rules/displacing.ts';
import type { RouteLeg } from '../../contract/rules/planPath/routePlan.ts';
import { blockingError } from '../../contract/rules/robotCan.ts';
import type { AppDeps } from '../appDeps.ts';
import { nameIn } from '../db/localName.ts';
import type { AlarmCaseRow } from '../db/repositories/alarmCases.ts';
import { mapById } from '../db/repositories/maps.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { RequestContext } from '../requestContext.ts';
import { planningMapOf } from './planningMap.ts';
import { runInWorker } from '../workerThreads/runInWorker.ts';
import { createCommandIssuer } from './commandIssuer.ts';

/** Robots that are examined, nearest in a straight line first, and those that are returned. */
const MOST_EXAMINED = 12;
const MOST_COMERS = 5;
const MOST_SPEAKERS = 5;

type Spot = { mapId: string; x: number; y: number };
interface Candidate {
  serialNumber: string;
  at: Spot;
  /** In a straight line. */
  metres: number;
}

export function createAlarmCaseRobots({ fleet, now, store }: Pick<AppDeps, 'fleet' | 'now'> & { store: FileStore }) {
  const { fleetCache } = fleet;
  const { factsOf } = createCommandIssuer({ fleet, now });

  const nameOf = (serialNumber: string, { language }: RequestContext): string =>
    nameIn(fleetCache.robot(serialNumber)?.name ?? '', language) || serialNumber;

  /** The caller's robots on the floor of a place. */
  const nearest = ({ mapId, x, y }: Spot, { userId, language }: RequestContext): Candidate[] =>
    [...fleetCache.robotsOf(userId)]
      .flatMap((serialNumber): Candidate[] => {
        const { pose, connection } = fleet.live(serialNumber, language);
        if (pose?.mapId !== mapId || connection !== 'online') return [];
        return [{ serialNumber, at: pose, metres: Math.hypot(pose.x - x, pose.y - y) }];
      })
      .sort((a, b) => a.metres - b.metres);

  const isFree = async (serialNumber: string, context: RequestContext): Promise<boolean> => {
    const facts = await factsOf(serialNumber, context);
    const { live } = facts;
    return blockingError('goTo', facts) === null && !live.busy && live.drive === null && !displacedBy('goTo', live);
  };

  const legs = async (place: Spot, froms: readonly Spot[], { db }: RequestContext): Promise<RouteLeg[]> => {
    const map = await mapById(db, place.mapId);
    if (!map || froms.length === 0) return [];
    return runInWorker('planLegs', {
      ...(await planningMapOf(db, store, map)),
      legs: froms.map(
        ({ x, y }) =>
          [
            [x, y],
            [place.x, place.y],
          ] as const,
      ),
    });
  };

  const comersTo = async (
    place: Spot,
    candidates: readonly Candidate[],
    context: RequestContext,
  ): Promise<CaseComer[]> => {
    const free: Candidate[] = [];
    for (const one of candidates) {
      if (free.length === MOST_COMERS) break;
      if (await isFree(one.serialNumber, context)) free.push(one);
    }
    const planned = await legs(
      place,
      free.map(({ at }) => at),
      context,
    );
    return free
      .flatMap(({ serialNumber }, i): CaseComer[] => {
        const leg = planned[i];
        const approach = leg && approachOn(leg.path, [place.x, place.y]);
        if (!leg || !approach) return [];
        const { x, y, theta, metres, path } = approach;
        const { seconds } = estimateOf({
          legs: [{ metres, path }],
          stops: [
            { stayTime: 0, speech: '', angle: null },
            { stayTime: 0, speech: '', angle: (theta * 180) / Math.PI },
          ],
          speed: fleetCache.abilitiesOf(serialNumber).maxSpeed,
        });
        return [
          {
            serialNumber,
            robotName: nameOf(serialNumber, context),
            metres: Math.round(metres * 10) / 10,
            seconds: Math.ceil(seconds),
            isStraight: leg.isStraight,
            stop: { mapId: place.mapId, x, y, theta },
          },
        ];
      })
      .sort((a, b) => a.seconds - b.seconds);
  };

  const speakersAt = async (
    own: string,
    candidates: readonly Candidate[],
    context: RequestContext,
  ): Promise<CaseSpeaker[]> => {
    const speakers: CaseSpeaker[] = [];
    const add = async (serialNumber: string, metres: number | null): Promise<void> => {
      if (speakers.length >= MOST_SPEAKERS || speakers.some((one) => one.serialNumber === serialNumber)) return;
      if (blockingError('say', await factsOf(serialNumber, context)) === null)
        speakers.push({ serialNumber, robotName: nameOf(serialNumber, context), metres });
    };
    for (const { serialNumber, metres } of candidates) await add(serialNumber, Math.round(metres * 10) / 10);
    // The robot that raised the alarm, wherever it is now.
    await add(own, null);
    return speakers;
  };

  return async ({ serialNumber, mapId, x, y }: AlarmCaseRow, context: RequestContext) => {
    const place = mapId === null || x === null || y === null ? null : { mapId, x, y };
    const candidates = place ? nearest(place, context).slice(0, MOST_EXAMINED) : [];
    return {
      comers: place ? await comersTo(place, candidates, context) : [],
      speakers: await speakersAt(serialNumber, candidates, context),
    };
  };
}
