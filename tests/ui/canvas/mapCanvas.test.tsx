// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FloorPlan } from '../../../contract/entities/floorPlan.ts';
import { MapCanvas } from '../../../src/ui/canvas/MapCanvas.tsx';
import type { MapCanvasProps } from '../../../src/ui/canvas/MapCanvas.tsx';
import { ZOOM_STEP } from '../../../src/ui/canvas/mapKeys.ts';
import { MapFloors, MapZoom } from '../../../src/ui/canvas/MapTools.tsx';
import type { MapRobot, MapScene } from '../../../src/ui/canvas/scene.ts';
import type { View } from '../../../src/ui/canvas/viewport.ts';

const plan: FloorPlan = {
  width: 10,
  height: 10,
  outline: [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
  ],
  rooms: [],
  walls: [],
  outerWalls: [],
  windows: [],
  doors: [],
  columns: [],
  furniture: [],
};
const robot = (id: string, status: MapRobot['status'] = 'working'): MapRobot => ({
  id,
  name: `Porter ${id}`,
  kind: 'delivery',
  status,
  x: 1,
  y: 1,
  theta: 0,
  ghost: false,
  ageText: '',
});

function sceneOf(first: readonly MapRobot[]) {
  let robots = first;
  const listeners = new Set<() => void>();
  const scene: MapScene = {
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    read: () => robots,
    trail: () => [],
    path: () => [],
  };
  return {
    scene,
    listeners,
    report: (next: readonly MapRobot[]) => {
      robots = next;
      for (const listener of listeners) listener();
    },
  };
}

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
  // jsdom has no canvas: the drawing itself is checked in the gallery.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (scene: MapScene, more: Partial<MapCanvasProps> = {}) =>
  render(
    <MapCanvas
      label="Live map"
      help="Arrows pan"
      plan={plan}
      scene={scene}
      layers={{ trails: true, routes: false, points: true }}
      scaleText={(metres) => `${metres} m`}
      robotsLabel="Robots on this floor"
      describe={({ name, status }) => `${name}, ${status}`}
      {...more}
    />,
  );

describe('the live map', () => {
  it('has a name, takes the focus, and lists its robots for the ear', () => {
    const onPick = vi.fn();
    show(sceneOf([robot('1'), robot('2', 'alarm')]).scene, { onPick });
    expect(screen.getByRole('application', { name: 'Live map' }).tabIndex).toBe(0);
    expect(screen.getByRole('group', { name: 'Robots on this floor' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Porter 2, alarm' }));
    expect(onPick).toHaveBeenCalledWith({ kind: 'robot', id: '2' });
  });

  it('has one stop of Tab among its robots and arrows between them', async () => {
    show(sceneOf([robot('1'), robot('2'), robot('3')]).scene);
    const buttons = screen.getAllByRole('button');
    expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    buttons[0]?.focus();
    fireEvent.keyDown(buttons[0] ?? document.body, { key: 'ArrowDown' });
    await waitFor(() => expect(document.activeElement).toBe(buttons[1]));
  });

  it('renders nothing for poses, only for what is said of the robots', () => {
    const { scene, report } = sceneOf([robot('1')]);
    const spoken = vi.fn(({ name }: MapRobot) => name);
    const { container } = show(scene, { describe: spoken });
    const changes = vi.fn();
    new MutationObserver(changes).observe(container, { subtree: true, childList: true, characterData: true });
    report([{ ...robot('1'), x: 5 }]);
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(changes).not.toHaveBeenCalled();
  });

  it('lets the robot go when a key pans, and follows the selected one by F', () => {
    const onFollow = vi.fn();
    const { unmount } = show(sceneOf([robot('1')]).scene, { follow: '1', selected: '1', onFollow });
    fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowLeft' });
    expect(onFollow).toHaveBeenLastCalledWith(null);
    unmount();
    show(sceneOf([robot('1')]).scene, { selected: '1', onFollow });
    fireEvent.keyDown(screen.getByRole('application'), { key: 'f' });
    expect(onFollow).toHaveBeenLastCalledWith('1');
  });

  it('turns the arrow by [ and ], and only where there is one', () => {
    const onHeading = vi.fn();
    const { unmount } = show(sceneOf([]).scene, { goal: [5, 5], heading: 0, onHeading });
    const map = screen.getByRole('application');
    fireEvent.keyDown(map, { key: '[' });
    fireEvent.keyDown(map, { key: ']' });
    expect(onHeading.mock.calls.map(([theta]) => Math.round(((theta as number) * 180) / Math.PI))).toEqual([5, 355]);
    unmount();
    show(sceneOf([]).scene, { goal: [5, 5], onHeading });
    expect(fireEvent.keyDown(screen.getByRole('application'), { key: '[' })).toBe(true);
    expect(onHeading).toHaveBeenCalledTimes(2);
  });

  it('lets a hand turn the arrow by its knob, and pans everywhere else', () => {
    const onHeading = vi.fn();
    const onPick = vi.fn();
    // Without a layout the map has size 0, so its centre and the goal are at 0, 0.
    show(sceneOf([]).scene, { goal: [0, 0], heading: 0, onHeading, onPick, firstView: { scale: 10, cx: 0, cy: 0 } });
    const map = screen.getByRole('application');
    map.setPointerCapture = () => {};
    map.hasPointerCapture = () => false;
    const hand = (from: [number, number], to: [number, number]) => {
      fireEvent.pointerDown(map, { pointerId: 1, buttons: 1, clientX: from[0], clientY: from[1] });
      fireEvent.pointerMove(map, { pointerId: 1, buttons: 1, clientX: to[0], clientY: to[1] });
      fireEvent.pointerUp(map, { pointerId: 1, buttons: 0, clientX: to[0], clientY: to[1] });
    };
    hand([52, 0], [0, -60]);
    expect(Math.round(((onHeading.mock.calls.at(-1)?.[0] as number) * 180) / Math.PI)).toBe(90);
    onHeading.mockClear();
    hand([-40, 30], [40, 30]);
    expect(onHeading).not.toHaveBeenCalled();
    expect(onPick).not.toHaveBeenCalled();
  });

  it('begins with the view that it is given, and without one with the whole floor', async () => {
    const observers: ResizeObserverCallback[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: ResizeObserverCallback) {
          observers.push(callback);
        }
        observe() {}
        disconnect() {}
      },
    );
    const viewAfterZoom = async (more: Partial<MapCanvasProps>): Promise<View | null | undefined> => {
      observers.length = 0;
      const onView = vi.fn<(view: View | null) => void>();
      const { unmount } = show(sceneOf([]).scene, { ...more, onView });
      const entry = { contentRect: { width: 400, height: 300 } } as ResizeObserverEntry;
      for (const observer of observers) observer([entry], {} as ResizeObserver);
      fireEvent.keyDown(screen.getByRole('application'), { key: '+' });
      await waitFor(() => expect(onView.mock.lastCall?.[0]).toBeTruthy());
      unmount();
      return onView.mock.lastCall?.[0];
    };
    const given = await viewAfterZoom({ firstView: { scale: 60, cx: 3, cy: 4 } });
    expect(given).toEqual({ scale: 60 * ZOOM_STEP, cx: 3, cy: 4 });
    const whole = await viewAfterZoom({});
    expect(whole?.cx).toBe(5);
    expect(whole?.scale).toBeLessThan(60);
  });

  it('leaves Escape to whoever stops robots', () => {
    show(sceneOf([]).scene);
    expect(fireEvent.keyDown(screen.getByRole('application'), { key: 'Escape' })).toBe(true);
  });

  it('listens to no scene any more when it is gone', () => {
    const { scene, listeners } = sceneOf([robot('1')]);
    const { unmount } = show(scene);
    expect(listeners.size).toBeGreaterThan(0);
    unmount();
    expect(listeners.size).toBe(0);
  });
});

describe('its tools', () => {
  it('switch floors by arrow keys', () => {
    const onFloor = vi.fn();
    render(
      <MapFloors
        label="Floor"
        current="1F"
        onFloor={onFloor}
        floors={[
          { id: '1F', label: '1F', count: 12 },
          { id: '2F', label: '2F', count: 0 },
        ]}
      />,
    );
    fireEvent.keyDown(screen.getByRole('radio', { checked: true }), { key: 'ArrowRight' });
    expect(onFloor).toHaveBeenCalledWith('2F');
  });

  it('offer following only where there is somebody to follow', () => {
    const labels = { group: 'View', zoomIn: 'Zoom in', zoomOut: 'Zoom out', fit: 'Whole floor', follow: 'Follow' };
    const { rerender } = render(<MapZoom labels={labels} onZoomIn={vi.fn()} onZoomOut={vi.fn()} onFit={vi.fn()} />);
    expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
    rerender(
      <MapZoom
        labels={labels}
        onZoomIn={vi.fn()}
        onZoomOut={vi.fn()}
        onFit={vi.fn()}
        following={{ on: true, onToggle: vi.fn() }}
      />,
    );
    expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true');
  });
});
