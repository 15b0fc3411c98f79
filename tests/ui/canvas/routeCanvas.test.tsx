// @vitest-environment jsdom
/**
 * Texts and keyboard control of a route's map; its drawing is checked in the gallery and by unit tests of its parts.
 */
import { useActorRef } from '@xstate/react';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MapPoint } from '../../../contract/entities/map.ts';
import { listCursorMachine } from '../../../src/machines/factories/listCursor.machine.ts';
import type { Live } from '../../../src/machines/live.ts';
import { RouteCanvas, type RouteCanvasProps, type RouteLabels } from '../../../src/ui/canvas/RouteCanvas.tsx';
import type { RouteMark } from '../../../src/ui/canvas/routeInput.ts';
import type { MapScene } from '../../../src/ui/canvas/scene.ts';

const live = { now: () => 0 } as Live;
const scene: MapScene = { subscribe: () => () => undefined, read: () => [], trail: () => [], path: () => [] };
const empty = { context: { robots: {}, order: [] } };
const nobody = { subscribe: () => ({ unsubscribe: () => undefined }), getSnapshot: () => empty };
vi.mock('../../../src/ui/hooks/useApp.ts', () => ({ useFleet: () => nobody }));
vi.mock('../../../src/ui/hooks/useLive.ts', () => ({ useLive: () => live }));
vi.mock('../../../src/ui/hooks/useMapPicture.ts', () => ({ useMapPicture: () => null }));
vi.mock('../../../src/ui/canvas/useFleetScene.ts', () => ({ useFleetScene: () => scene }));

const plan = {
  width: 10,
  height: 10,
  outline: [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
  ] as [number, number][][],
  rooms: [],
  walls: [],
  outerWalls: [],
  windows: [],
  doors: [],
  columns: [],
  furniture: [],
};
const map: RouteCanvasProps['map'] = {
  id: 'm1',
  siteId: 's1',
  floor: 'F1',
  name: 'Floor 1',
  resolution: 0.05,
  origin: { x: 0, y: 0, yaw: 0 },
  picture: null,
  isDefault: true,
  revision: 1,
  plan,
};
const point = (areaId: string, worldX: number): MapPoint => ({
  areaId,
  mapAreaPointId: areaId,
  mapId: 'm1',
  name: `Point ${areaId}`,
  departWord: '',
  arrivedWord: '',
  angle: 0,
  stayTime: 0,
  attributes: [],
  chargeBase: [],
  coordinateX: 0,
  coordinateY: 0,
  worldX,
  worldY: 5,
  elevatorId: null,
  doorId: null,
});
const mark = (areaId: string, ...numbers: number[]): RouteMark => ({
  areaId,
  numbers,
  state: 'planned',
  selected: false,
  faulty: false,
});
const words: RouteLabels = {
  label: 'Route on floor 1',
  help: 'Arrows pan',
  points: 'Points and stops',
  robots: 'Robots',
  robot: ({ name }) => name,
  scale: (metres) => `${metres} m`,
  point: (name, stop) => (stop ? `${name}, stop ${stop.numbers.join(' and ')}` : name),
  act: (pick) => (pick.kind === 'stop' ? `Open stop ${pick.index + 1}` : `Adds ${pick.areaId}`),
};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
      closePath() {}
      rect() {}
      arc() {}
      roundRect() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Played(more: Partial<RouteCanvasProps>) {
  const pointCursor = useActorRef(listCursorMachine);
  const [pressed, setPressed] = useState<RouteCanvasProps['pressed']>(null);
  return (
    <RouteCanvas
      pointCursor={pointCursor}
      pressed={pressed ?? null}
      labels={words}
      map={map}
      points={[point('a', 1), point('b', 4), point('c', 8)]}
      stops={[mark('c', 1), mark('b', 2, 4)]}
      legs={[]}
      {...more}
      onStop={(index, areaId) => {
        setPressed({ areaId, number: index + 1 });
        more.onStop?.(index, areaId);
      }}
    />
  );
}
const show = (more: Partial<RouteCanvasProps> = {}) => render(<Played {...more} />);

describe('the map of a route', () => {
  it('lists its stops in their order and then the other points, one stop of Tab', () => {
    show();
    expect(screen.getByRole('application', { name: 'Route on floor 1' })).toBeTruthy();
    const buttons = [...screen.getByRole('group', { name: 'Points and stops' }).querySelectorAll('button')];
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Point c, stop 1',
      'Point b, stop 2 and 4',
      'Point a',
    ]);
    expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    expect(buttons.map((button) => button.getAttribute('aria-description'))).toEqual([
      'Open stop 1',
      'Open stop 2',
      'Adds a',
    ]);
  });

  it('tells which point, and which stop, one chose; chosen again, the next call of the same point', () => {
    const [onPoint, onStop] = [vi.fn(), vi.fn()];
    show({ onPoint, onStop });
    fireEvent.click(screen.getByRole('button', { name: 'Point a' }));
    expect(onPoint.mock.calls).toEqual([['a']]);
    for (let i = 0; i < 3; i += 1) fireEvent.click(screen.getByRole('button', { name: 'Point b, stop 2 and 4' }));
    expect(onStop.mock.calls).toEqual([
      [1, 'b'],
      [3, 'b'],
      [1, 'b'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Point c, stop 1' }));
    expect(onStop).toHaveBeenLastCalledWith(0, 'c');
    expect(onPoint).toHaveBeenCalledTimes(1);
  });

  it('is in the tab order at the point where the keyboard was, and shows itself as long as it has the focus', async () => {
    show();
    const list = screen.getByRole('group', { name: 'Points and stops' });
    const [first, second] = [...list.querySelectorAll('button')];
    act(() => first?.focus());
    expect(list.hasAttribute('data-open')).toBe(true);
    fireEvent.keyDown(first as Element, { key: 'ArrowDown' });
    await waitFor(() => expect(document.activeElement).toBe(second));
    expect([first?.tabIndex, second?.tabIndex, second?.hasAttribute('data-focused')]).toEqual([-1, 0, true]);
    act(() => second?.blur());
    expect([list.hasAttribute('data-open'), second?.tabIndex]).toEqual([false, 0]);
  });

  it('shows what a press would do while the keyboard is on a point', () => {
    show();
    expect(screen.queryByText('Adds a')).toBeNull();
    const button = screen.getByRole('button', { name: 'Point a' });
    fireEvent.focus(button);
    expect(screen.getByText('Adds a')).toBeTruthy();
    fireEvent.blur(button);
    expect(screen.queryByText('Adds a')).toBeNull();
  });

  it('says nothing where a press does nothing', () => {
    show({ labels: { ...words, act: () => '' } });
    const button = screen.getByRole('button', { name: 'Point a' });
    fireEvent.focus(button);
    expect(button.getAttribute('aria-description')).toBeNull();
    expect(document.querySelector('[role=application] ~ p')).toBeNull();
  });
});
