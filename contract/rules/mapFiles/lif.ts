/**
 * Writes a map's points as a layout in VDMA's Layout Interchange Format 1.0 (lifRead.ts reads it). The robots plan
 * their own paths, so a layout has nodes and stations but no edges. Data without a LIF field (speech, attributes) is
 * written as parameters of a custom action.
 */
import type { PointAttribute } from '../../entities/robotConstants.ts';
import { toRadians } from '../mapFrame.ts';

export interface LifPoint {
  areaId: string;
  name: string;
  worldX: number;
  worldY: number;
  /** Degrees. */
  angle: number;
  stayTime: number;
  departWord: string;
  arrivedWord: string;
  attributes: readonly PointAttribute[];
  elevatorId: string | null;
  doorId: string | null;
  chargeBase: readonly { id: string; name: string; x: number; y: number; theta: number }[];
}
export interface LifMap {
  mapId: string;
  name: string;
  floor: string;
  site: string;
  revision: number;
  points: readonly LifPoint[];
}

const VERSION = '1.0.0';
const CREATOR = 'Roundhouse';
/** LIF requires a vehicle type for every property: this one means any. */
const ANY_VEHICLE = 'any';
export const LIF_ACTION = 'roundhousePoint';

interface Parameter {
  key: string;
  value: string;
}
interface Action {
  actionType: string;
  actionDescription: string;
  requirementType: string;
  blockingType: string;
  actionParameters: Parameter[];
}
/** The written subset: all that the format requires. */
export interface Lif {
  metaInformation: { projectIdentification: string; creator: string; exportTimestamp: string; lifVersion: string };
  layouts: {
    layoutId: string;
    layoutName: string;
    layoutVersion: string;
    layoutLevelId: string;
    layoutDescription: string;
    nodes: {
      nodeId: string;
      nodeName: string;
      nodeDescription: string;
      mapId: string;
      nodePosition: { x: number; y: number };
      vehicleTypeNodeProperties: { vehicleTypeId: string; theta: number; actions: Action[] }[];
    }[];
    edges: never[];
    stations: {
      stationId: string;
      interactionNodeIds: string[];
      stationName: string;
      stationDescription: string;
      stationPosition: { x: number; y: number; theta: number };
    }[];
  }[];
}

/** @param at ISO 8601, UTC */
export function writeLif(maps: readonly LifMap[], at: string): Lif {
  return {
    metaInformation: {
      projectIdentification: maps[0]?.site ?? '',
      creator: CREATOR,
      exportTimestamp: at,
      lifVersion: VERSION,
    },
    layouts: maps.map(({ mapId, name, floor, revision, points }) => ({
      layoutId: mapId,
      layoutName: name,
      layoutVersion: String(revision),
      layoutLevelId: floor,
      layoutDescription: '',
      nodes: points.map((point) => ({
        nodeId: point.areaId,
        nodeName: point.name,
        nodeDescription: '',
        mapId,
        nodePosition: { x: point.worldX, y: point.worldY },
        vehicleTypeNodeProperties: [
          {
            vehicleTypeId: ANY_VEHICLE,
            theta: signed(point.angle),
            actions: [
              {
                actionType: LIF_ACTION,
                actionDescription: '',
                requirementType: 'OPTIONAL',
                blockingType: 'NONE',
                actionParameters: [
                  { key: 'attributes', value: point.attributes.join(',') },
                  { key: 'stayTime', value: String(point.stayTime) },
                  { key: 'departWord', value: point.departWord },
                  { key: 'arrivedWord', value: point.arrivedWord },
                  { key: 'elevatorId', value: point.elevatorId ?? '' },
                  { key: 'doorId', value: point.doorId ?? '' },
                ],
              },
            ],
          },
        ],
      })),
      edges: [],
      stations: points.flatMap(({ areaId, chargeBase }) =>
        chargeBase.map(({ id, name: bay, x, y, theta }) => ({
          stationId: id,
          interactionNodeIds: [areaId],
          stationName: bay,
          stationDescription: '',
          stationPosition: { x, y, theta },
        })),
      ),
    })),
  };
}

/** -pi to pi, as the format requires. */
const signed = (degrees: number): number => toRadians(degrees > 180 ? degrees - 360 : degrees);
