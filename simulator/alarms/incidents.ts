/** What is wrong at a site. An incident is visible to every robot of the site until it ends. */
import type { AlarmType } from '../../contract/entities/robotConstants.ts';
import type { Thing } from '../camera/things.ts';
import type { Body } from '../robot/body.ts';

export interface Incident extends Thing {
  readonly id: string;
  readonly mapId: string;
}

/** Footprint of boxes that block the way, metres. */
const BOXES_RADIUS_M = 0.45;
const BLOCKS: ReadonlySet<AlarmType> = new Set(['navigationException']);
const PREFIX = 'incident ';

/** Whether the id of a body in the way is that of an incident, not of a robot. */
export const isIncident = (bodyId: string): boolean => bodyId.startsWith(PREFIX);

export class Incidents {
  private readonly present = new Map<string, Incident>();
  /** The bodies of the site, among which things that block the way are placed. */
  private readonly bodies: Body[];

  constructor(bodies: Body[]) {
    this.bodies = bodies;
  }

  add(incident: Incident): void {
    this.present.set(incident.id, incident);
    if (BLOCKS.has(incident.alarm)) this.bodies.push(obstacle(incident));
  }

  end(id: string): void {
    this.present.delete(id);
    const at = this.bodies.findIndex((body) => body.id === PREFIX + id);
    if (at >= 0) this.bodies.splice(at, 1);
  }

  on(mapId: string): Incident[] {
    return [...this.present.values()].filter((incident) => incident.mapId === mapId);
  }
}

function obstacle({ id, mapId, x, y, theta }: Incident): Body {
  return {
    id: PREFIX + id,
    radius: BOXES_RADIUS_M,
    limits: { speed: 0, acceleration: 0, deceleration: 1, turnRate: 0, turnAcceleration: 0 },
    mapId,
    motion: { x, y, theta, v: 0, w: 0 },
    track: null,
    s: 0,
    blocked: null,
    light: false,
    rank: 0,
    byHand: false,
    yielding: false,
    asked: null,
  };
}
