/** Where the robot that the view goes along with is: its mark as last drawn, or its report before the first picture. */
import type { Place } from '../../../contract/entities/floorPlan.ts';
import type { Picture } from './drawScene.ts';
import type { MapScene } from './scene.ts';

export function placeOfFollowed(id: string, picture: Picture | null, scene: MapScene | null): Place | null {
  const mark = picture?.robots.marks.find(({ robot }) => robot.id === id);
  if (mark !== undefined) return [mark.worldX, mark.worldY];
  const robot = scene?.read().find((each) => each.id === id);
  return robot === undefined ? null : [robot.x, robot.y];
}
