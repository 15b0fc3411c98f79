/** A floor of 20 x 10 m without walls inside. */
import type { FloorPlan } from '../../contract/entities/floorPlan.ts';

export const EMPTY_HALL: FloorPlan = {
  width: 20,
  height: 10,
  outline: [
    [
      [0, 0],
      [20, 0],
      [20, 10],
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
