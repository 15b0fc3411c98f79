/** Many robots on the map for measurements, each reporting once a second: `?page=map&robots=1000`. */
import { useState } from 'react';
import { ROBOT_KINDS } from '../../../contract/entities/constants.ts';
import { ROBOT_STATUSES } from '../../../contract/entities/robotConstants.ts';
import { MapCanvas } from '../../../src/ui/canvas/MapCanvas.tsx';
import type { MapRobot, MapScene } from '../../../src/ui/canvas/scene.ts';
import { describe, metres, plan, points } from './samples.ts';

const LAYERS = { trails: true, routes: false, points: false };
const pickOf = <T,>(all: readonly T[], index: number): T => all[index % all.length] as T; // never empty

/** Robots that move randomly and report at 1 Hz, spread evenly over the second. */
function crowd(count: number): MapScene {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  let robots: MapRobot[] = Array.from({ length: count }, (_, index) => {
    const status = index % 97 === 0 ? 'alarm' : pickOf(ROBOT_STATUSES.slice(1), Math.floor(random() * 5));
    return {
      id: `r${index}`,
      name: `Robot ${index}`,
      kind: pickOf(ROBOT_KINDS, index),
      status,
      x: random() * plan.width,
      y: random() * plan.height,
      theta: random() * 6.28,
      ghost: status === 'offline',
      ageText: '',
    };
  });
  const listeners = new Set<() => void>();
  let tick = 0;
  setInterval(() => {
    const part = tick % 10;
    tick += 1;
    robots = robots.map((robot, index) => {
      if (index % 10 !== part || robot.ghost || robot.status === 'charging') return robot;
      const theta = (robot.theta ?? 0) + (random() - 0.5);
      return {
        ...robot,
        theta,
        x: Math.max(0, Math.min(plan.width, robot.x + Math.cos(theta) * 0.6)),
        y: Math.max(0, Math.min(plan.height, robot.y + Math.sin(theta) * 0.6)),
      };
    });
    for (const listener of listeners) listener();
  }, 100);
  return {
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    read: () => robots,
    trail: () => [],
    path: () => [],
  };
}

export function LoadSample({ query }: { readonly query: URLSearchParams }) {
  const [scene] = useState(() => crowd(Number(query.get('robots') ?? 1000)));
  return (
    <MapCanvas
      label="Live map"
      help=""
      plan={plan}
      points={points}
      scene={scene}
      layers={LAYERS}
      scaleText={metres}
      robotsLabel="Robots"
      describe={describe}
    />
  );
}
