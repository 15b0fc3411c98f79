/** Robots of the route's site and whether each can run it now; for the selected robot, from all its loaded data. */
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { RobotStatus } from '../../../contract/entities/robotConstants.ts';
import type { Robot } from '../../../contract/entities/robot.ts';
import { rightsOf } from '../../../contract/rules/rights.ts';
import { blockingError } from '../../../contract/rules/robotCan.ts';
import { CRUISE_CHARGE_BELOW } from '../../../contract/rules/limits.ts';
import { type ErrorName, ERRORS } from '../../../contract/wire/errors.ts';
import type { RouteToRun } from '../../machines/routeRun/routeRun.machine.ts';
import { type RouteRunRef, selectChoice } from '../../machines/routeRun/routeRun.selectors.ts';
import { selectRobots, selectSites } from '../../machines/fleet/fleet.selectors.ts';
import { compareNames } from '../../machines/nameCollator.ts';
import { selectUser } from '../../machines/session/session.selectors.ts';
import { useApp, useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { useMoment } from '../shell/useLinks.ts';
import { displacedText, type DisplacedTexts } from '../labels/displacedText.ts';
import { isOld } from '../labels/staleness.ts';
import { USUAL_ABILITIES } from './usualAbilities.ts';

export interface Candidate {
  readonly serialNumber: string;
  readonly name: string;
  readonly status: RobotStatus;
  readonly battery: number | null;
  readonly charging: boolean;
  readonly stale: boolean;
  /** 'F1'; empty if unknown. */
  readonly floor: string;
  /** The robot is on the route's floor. */
  readonly isHere: boolean;
  /** Why it cannot run the route; undefined if it can. */
  readonly obstacle: string | undefined;
  /** Its current task and what happens to it; null if nothing is displaced. */
  readonly displaced: DisplacedTexts | null;
}

export function useCandidates(run: RouteRunRef, route: RouteToRun): { site: string; candidates: readonly Candidate[] } {
  const t = useT();
  const { serialNumber: chosen, terms, listed } = useSelector(run, selectChoice);
  const fleet = useFleet();
  const robots = useSelector(fleet, selectRobots);
  const sites = useSelector(fleet, selectSites);
  const user = useSelector(useApp().session, selectUser);
  const { now, shown, lost } = useMoment();
  const site = sites.find(({ floors }) => floors.some(({ mapId }) => mapId === route.mapId));

  const candidateOf = (robot: Robot): Candidate => {
    const { live, serialNumber } = robot;
    const known = serialNumber === chosen ? terms : null;
    const abilities = known?.abilities ?? USUAL_ABILITIES;
    const floor = site?.floors.find(({ mapId }) => mapId === live.pose?.mapId)?.floor ?? '';
    const isHere = live.pose?.mapId === route.mapId;
    const error: ErrorName | null =
      blockingError('cruise', {
        live,
        abilities,
        rights: known?.rights ?? rightsOf(user?.roles ?? [], robot.relation),
        leasedByOther: known?.leasedByOther ?? live.leaseHolder !== null,
        leasedByMe: false,
        now: shown,
      }) ?? (live.pose !== null && !isHere && !abilities.liftRide ? 'crossFloorUnsupported' : null);
    return {
      serialNumber,
      name: robot.robotNickName || serialNumber,
      status: live.status,
      battery: live.battery,
      charging: live.charging,
      stale: lost || isOld(live, now),
      floor,
      isHere,
      displaced: error === null ? displacedText(t, 'cruise', live, robot.robotNickName || serialNumber) : null,
      obstacle:
        error === null
          ? undefined
          : t.failure({
              code: ERRORS[error],
              said: '',
              words: {
                robot: robot.robotNickName,
                holder: known?.leaseHolder || (live.leaseHolder ?? ''),
                percent: CRUISE_CHARGE_BELOW,
              },
            }),
    };
  };
  const found = robots.filter(({ siteId, navigation }) => navigation && siteId === site?.id).map(candidateOf);
  // Available robots first, in the order when the list was opened: rows must not move under the pointer.
  const order =
    listed.length > 0
      ? listed
      : found
          .toSorted((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name))
          .map(({ serialNumber }) => serialNumber);
  useEffect(() => {
    if (listed.length === 0 && order.length > 0) run.send({ type: 'robots.listed', serialNumbers: order });
  });
  const place = (one: Candidate): number => {
    const at = order.indexOf(one.serialNumber);
    return at < 0 ? order.length : at;
  };
  return { site: site?.name ?? '', candidates: found.sort((a, b) => place(a) - place(b)) };
}

const rank = ({ obstacle, isHere }: Candidate): number => (obstacle !== undefined ? 2 : isHere ? 0 : 1);
