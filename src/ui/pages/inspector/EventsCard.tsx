/** All events: timeline with playback controls, search, filters, and the sequence diagram. */
import { useDeferredValue, useMemo } from 'react';
import { Card } from '../../kit/Card.tsx';
import { useT } from '../../hooks/useT.ts';
import { EventFilters } from './EventFilters.tsx';
import type { InspectorPart } from './inspectorPart.ts';
import { hitsOf } from './journal.ts';
import { Sequence } from './Sequence.tsx';
import { Transport } from './Transport.tsx';

interface EventsCardProps extends InspectorPart {
  /** Numbers of the listed steps; null: all. */
  readonly listed: readonly number[] | null;
  readonly length: number;
  readonly search: string;
}

export function EventsCard({ listed, length, search, ...part }: EventsCardProps) {
  const t = useT();
  const { recording } = part.capsule;
  // Keeps typing responsive while thousands of events are searched.
  const text = useDeferredValue(search);
  // The steps of a followed tab grow in place, so `length` is a dependency.
  // eslint-disable-next-line react/exhaustive-deps -- see above
  const hits = useMemo(() => hitsOf(recording, text), [recording, length, text]);
  return (
    <Card clip className="col-[2/-1] max-desk:-order-1 max-desk:h-[60vh] max-desk:min-h-[380px]">
      <h2 className="sr-only">{t('inspector.events.title')}</h2>
      <Transport {...part} listed={listed} length={length} />
      <EventFilters {...part} hits={hits} search={search} shown={listed?.length ?? length} length={length} />
      <Sequence {...part} listed={listed} length={length} hits={hits} />
    </Card>
  );
}
