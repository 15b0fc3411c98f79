/**
 * The points of a map as a layout in VDMA's Layout Interchange Format 1.0, and back. Robots here find their own ways, so a layout
 * has nodes and stations and no edges; what LIF has no word for (speech, attributes) travels as actions' parameters of a name of ours.
 */
import * as v from 'valibot';
import { POINT_ATTRIBUTES, type PointAttribute } from '../../entities/constants.ts';
import { toDegrees, toRadians } from '../mapFrame.ts';

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
/** LIF wants a type of vehicle for every property: this one means any. */
const ANY_VEHICLE = 'any';
const ACTION = 'roundhousePoint';

const text = v.optional(v.string(), '');
const place = v.object({ x: v.number(), y: v.number() });
const lif = v.object({
  metaInformation: v.object({ projectIdentification: v.string(), creator: v.string(), exportTimestamp: v.string(), lifVersion: v.string() }),
  layouts: v.array(v.object({
    layoutId: v.string(), layoutName: text, layoutVersion: v.string(), layoutLevelId: text, layoutDescription: text,
    nodes: v.array(v.object({
      nodeId: v.string(), nodeName: text, nodeDescription: text, mapId: text, nodePosition: place,
      vehicleTypeNodeProperties: v.array(v.object({
        vehicleTypeId: v.string(), theta: v.optional(v.number()),
        actions: v.optional(v.array(v.object({
          actionType: v.string(), actionDescription: text, requirementType: text, blockingType: text,
          actionParameters: v.optional(v.array(v.object({ key: v.string(), value: v.string() })), []),
        })), []),
      })),
    })),
    edges: v.array(v.unknown()),
    stations: v.array(v.object({
      stationId: v.string(), interactionNodeIds: v.array(v.string()), stationName: text, stationDescription: text,
      stationPosition: v.optional(v.object({ x: v.number(), y: v.number(), theta: v.optional(v.number()) })),
    })),
  })),
});
export type Lif = v.InferOutput<typeof lif>;

/** @param at ISO 8601, UTC */
export function writeLif(maps: readonly LifMap[], at: string): Lif {
  return {
    metaInformation: { projectIdentification: maps[0]?.site ?? '', creator: CREATOR, exportTimestamp: at, lifVersion: VERSION },
    layouts: maps.map(({ mapId, name, floor, revision, points }) => ({
      layoutId: mapId, layoutName: name, layoutVersion: String(revision), layoutLevelId: floor, layoutDescription: '',
      nodes: points.map((point) => ({
        nodeId: point.areaId, nodeName: point.name, nodeDescription: '', mapId, nodePosition: { x: point.worldX, y: point.worldY },
        vehicleTypeNodeProperties: [{
          vehicleTypeId: ANY_VEHICLE, theta: signed(point.angle),
          actions: [{
            actionType: ACTION, actionDescription: '', requirementType: 'OPTIONAL', blockingType: 'NONE',
            actionParameters: [
              { key: 'attributes', value: point.attributes.join(',') }, { key: 'stayTime', value: String(point.stayTime) },
              { key: 'departWord', value: point.departWord }, { key: 'arrivedWord', value: point.arrivedWord },
              { key: 'elevatorId', value: point.elevatorId ?? '' }, { key: 'doorId', value: point.doorId ?? '' },
            ],
          }],
        }],
      })),
      edges: [],
      stations: points.flatMap(({ areaId, chargeBase }) => chargeBase.map(({ id, name: bay, x, y, theta }) => ({
        stationId: id, interactionNodeIds: [areaId], stationName: bay, stationDescription: '', stationPosition: { x, y, theta },
      }))),
    })),
  };
}

/** -pi to pi, as the format wants it. */
const signed = (degrees: number): number => toRadians(degrees > 180 ? degrees - 360 : degrees);

const isAttribute = (word: string): word is PointAttribute => (POINT_ATTRIBUTES as readonly string[]).includes(word);

/** Anybody's layouts, with what ours say beyond the format. @throws ValiError */
export function readLif(json: unknown): LifMap[] {
  const { metaInformation, layouts } = v.parse(lif, json);
  return layouts.map(({ layoutId, layoutName, layoutLevelId, layoutVersion, nodes, stations }) => ({
    mapId: layoutId, name: layoutName, floor: layoutLevelId, site: metaInformation.projectIdentification, revision: Number(layoutVersion) || 0,
    points: nodes.map(({ nodeId, nodeName, nodePosition, vehicleTypeNodeProperties: [properties] }) => {
      const told = new Map(properties?.actions.find(({ actionType }) => actionType === ACTION)?.actionParameters.map(({ key, value }) => [key, value]));
      const attributes = (told.get('attributes') ?? '').split(',').filter(isAttribute);
      return {
        areaId: nodeId, name: nodeName, worldX: nodePosition.x, worldY: nodePosition.y, angle: Math.round(toDegrees(properties?.theta ?? 0)) % 360,
        stayTime: Number(told.get('stayTime') ?? 0), departWord: told.get('departWord') ?? '', arrivedWord: told.get('arrivedWord') ?? '',
        attributes: attributes.length > 0 ? attributes : ['none' as const], elevatorId: told.get('elevatorId') || null, doorId: told.get('doorId') || null,
        chargeBase: stations.filter(({ interactionNodeIds }) => interactionNodeIds.includes(nodeId))
          .map(({ stationId, stationName, stationPosition }) => ({ id: stationId, name: stationName, x: stationPosition?.x ?? nodePosition.x, y: stationPosition?.y ?? nodePosition.y, theta: stationPosition?.theta ?? 0 })),
      };
    }),
  }));
}
