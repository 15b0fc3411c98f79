// @vitest-environment jsdom
/** The plan in the details of an event: its floor, the robot at that moment and its track around it. */
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { fromPromise } from 'xstate';
import type { EventRecord } from '../../../../contract/entities/eventRecord.ts';
import { encodeTrack } from '../../../../contract/rules/trackChunk.ts';
import { encodeTrackReply } from '../../../../contract/wire/trackReply.ts';
import {
  type EventPlan,
  eventRecordsMachine,
  type EventsResult,
} from '../../../../src/machines/eventRecords/eventRecords.machine.ts';
import type { EventRecordsQuery } from '../../../../src/machines/eventRecords/eventRecordsQuery.ts';
import { createPastTracks } from '../../../../src/services/pastTracks.ts';
import type { MapScene } from '../../../../src/ui/canvas/scene.ts';
import { EventRecordsPage } from '../../../../src/ui/pages/eventRecords/EventRecordsPage.tsx';
import { sampleFloor } from '../../../fakes/disinfectionSample.ts';
import { EVENT_AT as NOW, eventOf } from '../../../fakes/eventSample.ts';
import { settle } from '../../../fakes/settle.ts';
import { robotOf } from '../../robotOf.ts';
import { renderPage } from '../../renderPage.tsx';

interface Shown {
  scene: MapScene;
  goal: unknown;
  firstView: unknown;
}
const { shown } = vi.hoisted(() => ({ shown: [] as unknown[] }));
// jsdom draws nothing; the map itself is tested in tests/ui/canvas.
vi.mock('../../../../src/ui/canvas/MapCanvas.tsx', () => ({
  MapCanvas: (props: Shown & { readonly children?: ReactNode }) => {
    shown.push(props);
    return props.children;
  },
}));

it('has the place, the robot at that moment, and the way before and after', async () => {
  const past = createPastTracks();
  const samples = Array.from({ length: 100 }, (_, second) => ({
    at: NOW - 50_000 + second * 1_000,
    pose: { mapId: sampleFloor.id, x: second / 10, y: 2, theta: 0 },
    status: 'working' as const,
    connection: 'online' as const,
    battery: 80,
  }));
  past.add(
    { from: NOW - 60_000, until: NOW + 60_000 },
    encodeTrackReply({
      periods: [[NOW - 60_000, NOW + 60_000]],
      robots: [{ serialNumber: 'A', chunks: [encodeTrack(samples)] }],
    }),
  );
  const event = eventOf('smoke', { place: { mapId: sampleFloor.id, x: 6, y: 3, name: 'Linen', floor: '1F' } });
  const { after } = await renderPage(
    EventRecordsPage,
    eventRecordsMachine.provide({
      actions: { countOpened: () => {} },
      actors: {
        loadList: fromPromise<EventsResult, EventRecordsQuery>(async () => ({ total: 1, rows: [event], pictures: {} })),
        loadPlan: fromPromise<Omit<EventPlan, 'of' | 'failure'>, { event: EventRecord }>(async () => ({
          stations: null,
          map: { ...sampleFloor, siteId: 'one' },
          place: event.place,
        })),
      },
    }),
    {
      query: { event: event.id },
      now: () => NOW,
      live: { past: () => past, onPast: () => () => {} },
      contexts: {
        fleet: {
          robots: { A: robotOf({ serialNumber: 'A', relation: 'member' }) },
          order: ['A'],
          sites: [],
          view: 'all',
          failure: null,
          current: '',
        },
        session: { user: { userId: 'u', roles: ['operator'] } },
      },
    },
  );
  await after(settle);
  expect(screen.getByRole('region', { name: /^Map of .* with the event's location$/u })).toBeTruthy();
  const { scene, goal, firstView } = shown.at(-1) as Shown;
  expect([goal, firstView]).toEqual([[6, 3], { scale: 26, cx: 6, cy: 3 }]);
  expect(scene.read()).toMatchObject([{ id: 'A', name: 'Guard 1', x: 5, y: 2, ghost: false }]);
  expect(scene.trail('A').length).toBeGreaterThan(40);
});
