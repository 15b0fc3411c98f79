/** A robot's live state during a disinfection: busy, with the place that it works on. */
import type { Language } from '../../../contract/entities/constants.ts';
import type { RobotLive } from '../../../contract/entities/robot.ts';
import { statusOf } from '../../../contract/rules/robotStatus.ts';
import { nameIn } from '../../db/localName.ts';
import type { DisinfectionRow } from '../../db/repositories/disinfections.ts';

export function onDisinfection(live: RobotLive, run: DisinfectionRow | undefined, language: Language): RobotLive {
  if (!run) return live.disinfection ? { ...live, disinfection: null } : live;
  const place =
    run.sections.find(({ state }) => state === 'underway') ?? run.sections.find(({ state }) => state === 'waiting');
  const shown: RobotLive = {
    ...live,
    disinfection: { id: run.id, revision: run.revision },
    busy: true,
    task: {
      kind: 'disinfection',
      target: nameIn(place?.name ?? '', language),
      targetId: null,
      progress: run.plannedCells === 0 ? 0 : run.coveredCells / run.plannedCells,
      toGo: live.task?.toGo ?? null,
      until: null,
      stops: [],
    },
  };
  return { ...shown, status: statusOf(shown) };
}
