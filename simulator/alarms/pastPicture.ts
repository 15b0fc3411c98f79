/** Pictures of the past: what a robot's camera saw from a place, with what an alarm of that time was about. */
import type { SimulatorCommand } from '../../contract/wire/simulator.ts';
import { MAPS } from '../../demo/sites.ts';
import { floorOf } from '../building/floor.ts';
import { chanceOf } from '../fleet/random.ts';
import type { AlarmPicture } from './alarmWatch.ts';
import { placeFor } from './places.ts';

export type PhotoWish = Omit<Extract<SimulatorCommand, { type: 'photo' }>, 'type' | 'requestId'>;

/**
 * Other robots are left out: where they were is not known. An alarm is seen at the same place in every picture of it, so
 * that those before and after it compare; without a place for it in sight the picture shows the view alone.
 */
export function pastPicture({ at, alarm, serialNumber, ...view }: PhotoWish): AlarmPicture {
  const plain: AlarmPicture = { alarmId: '', moment: 'before', at, view, incident: null };
  const plan = MAPS.find(({ id }) => id === view.mapId)?.plan;
  if (!alarm || !plan) return plain;
  const { event, value, isThere } = alarm;
  const chance = chanceOf(0, `${serialNumber} ${event} ${view.mapId} ${view.x} ${view.y}`);
  const place = placeFor(event, { from: view, floor: floorOf(plan), chance, anywhere: true });
  if (!place) return plain;
  const { x, y, theta, door } = place;
  const incident = {
    id: 'past',
    alarm: event,
    mapId: view.mapId,
    x,
    y,
    theta,
    ...(door !== undefined && { door }),
    ...(value !== undefined && { value }),
  };
  return { ...plain, view: place.view, incident: isThere ? incident : null, isFramed: true };
}
