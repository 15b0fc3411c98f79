/** Where an event happened: the plan with its place, the robot at that moment, and its track around it. */
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import type { IndoorMap } from '../../../../contract/entities/map.ts';
import {
  type EventRecordsRef,
  selectEventRecords,
  selectIsPlanLoading,
} from '../../../machines/eventRecords/eventRecords.selectors.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { pastScene } from '../../canvas/pastScene.ts';
import { usePast } from '../../canvas/usePast.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { useAge } from '../../labels/useAge.ts';
import { PlacePlan } from '../../plans/PlacePlan.tsx';

const PAST_KEY = 'eventRecords';
const NOTE = 'grid h-24 place-items-center gap-2 rounded bg-surface-3 p-3 text-12 text-text-2';

export function EventPlace({ screen, event }: { readonly screen: EventRecordsRef; readonly event: EventRecord }) {
  const t = useT();
  const { plan } = useSelector(screen, selectEventRecords);
  const loading = useSelector(screen, selectIsPlanLoading);
  if (plan?.of !== event.id || loading)
    return (
      <p className={NOTE} role="status">
        {t('eventRecords.plan.loading')}
      </p>
    );
  if (plan.failure)
    return (
      <div className={NOTE} role="alert">
        {t.failure(plan.failure)}
        <Button size="s" onClick={() => screen.send({ type: 'plan.retry' })}>
          {t('common.retry')}
        </Button>
      </div>
    );
  if (!plan.map || !plan.place)
    return <p className={NOTE}>{t(plan.place ? 'eventRecords.plan.deleted' : 'eventRecords.plan.unknown')}</p>;
  return <Plan map={plan.map} place={plan.place} event={event} />;
}

interface PlanProps {
  readonly map: IndoorMap;
  readonly place: { readonly x: number; readonly y: number };
  readonly event: EventRecord;
}

function Plan({ map, place, event: { serialNumber, robotName, at, place: own } }: PlanProps) {
  const t = useT();
  const age = useAge();
  const ageText = useRef(age);
  useEffect(() => {
    ageText.current = age;
  });
  const past = usePast(PAST_KEY);
  const kind = useSelector(useFleet(), selectRobots).find((robot) => robot.serialNumber === serialNumber)?.kind;
  const scene = useMemo(() => {
    const robots = new Map([[serialNumber, { name: robotName, kind: kind ?? ('delivery' as const) }]]);
    return pastScene(map.id, past, {
      moment: () => at,
      isPlaying: () => false,
      robots: () => robots,
      ageText: (ms) => ageText.current(ms),
      subscribe: () => () => {},
    });
  }, [map.id, past, serialNumber, robotName, kind, at]);
  const label = t('eventRecords.plan.of', { floor: map.name });
  return (
    <section
      className="relative h-44 flex-none overflow-hidden rounded border border-line *:first:absolute *:first:inset-0"
      aria-label={label}
    >
      <PlacePlan
        map={map}
        place={place}
        serialNumber={serialNumber}
        scene={scene}
        trails
        marked={own !== null}
        labels={{ plan: label, fit: t('shared.showTheWholeFloor') }}
      />
    </section>
  );
}
