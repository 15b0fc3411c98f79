/** The floor with the place of the alarm and the robots there now. */
import { useSelector } from '@xstate/react';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import type { CaseDetails } from '../../../machines/alarmCase/alarmCase.machine.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleetScene } from '../../canvas/useFleetScene.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { PlacePlan } from '../../plans/PlacePlan.tsx';

export function CasePlan({ details }: { readonly details: CaseDetails }) {
  const { map, case: found } = details;
  return map && found.place ? <Plan map={map} place={found.place} serialNumber={found.serialNumber} /> : null;
}

interface PlanProps {
  readonly map: IndoorMap;
  readonly place: { readonly x: number; readonly y: number };
  readonly serialNumber: string;
}

function Plan({ map, place, serialNumber }: PlanProps) {
  const t = useT();
  const robots = useSelector(useFleet(), selectRobots);
  return (
    <section className="card relative min-h-60 flex-1 overflow-hidden *:first:absolute *:first:inset-0 max-desk:flex-none">
      <PlacePlan
        map={map}
        place={place}
        serialNumber={serialNumber}
        scene={useFleetScene(map.id, robots, false, false)}
        labels={{
          plan: t('alarmCase.pictures.plan', { floor: map.name }),
          fit: t('shared.wholeFloor'),
        }}
      />
    </section>
  );
}
