/**
 * Reads layouts in VDMA's Layout Interchange Format 1.x from any vendor, including our own extensions. Other vendors
 * omit many required fields, so only the fields that a point cannot exist without are required.
 */
import * as v from 'valibot';
import { POINT_ATTRIBUTES, type PointAttribute } from '../../entities/robotConstants.ts';
import { toDegrees } from '../mapFrame.ts';
import { POINTS_PER_MAP } from '../mapLimits.ts';
import { LIF_ACTION, type LifMap, type LifPoint } from './lif.ts';
import { MapFileFault } from './picture.ts';

/** The VDA 5050 action of a node where robots charge. */
const CHARGE = 'startCharging';
/** Upper limit of layouts in a file, far above any real site. */
const LAYOUTS_MAX = 200;

const text = v.optional(v.nullable(v.string()), '');
const coordinate = v.pipe(v.number(), v.finite());
const many = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(v.array(schema)), []);
const action = v.object({
  actionType: v.string(),
  actionParameters: many(v.object({ key: v.string(), value: v.unknown() })),
});
const node = v.object({
  nodeId: v.pipe(v.string(), v.nonEmpty()),
  nodeName: text,
  nodePosition: v.object({ x: coordinate, y: coordinate }),
  vehicleTypeNodeProperties: many(v.object({ theta: v.optional(v.nullable(coordinate)), actions: many(action) })),
});
const station = v.object({
  stationId: v.string(),
  interactionNodeIds: many(v.string()),
  stationName: text,
  stationPosition: v.optional(
    v.nullable(v.object({ x: coordinate, y: coordinate, theta: v.optional(v.nullable(coordinate)) })),
  ),
});
const file = v.object({
  metaInformation: v.object({ projectIdentification: text, lifVersion: v.string() }),
  layouts: v.array(
    v.object({
      layoutId: v.string(),
      layoutName: text,
      layoutLevelId: text,
      layoutVersion: text,
      nodes: v.array(node),
      stations: many(station),
    }),
  ),
});
type Layout = v.InferOutput<typeof file>['layouts'][number];

const isAttribute = (word: string): word is PointAttribute => (POINT_ATTRIBUTES as readonly string[]).includes(word);
const degrees = (radians: number): number => (Math.round(toDegrees(radians) * 1e6) / 1e6) % 360;

/** @throws MapFileFault lifNotJson, lifWrong {where}, lifVersion {version}, lifEmpty, lifTooMany {count, limit}, lifTwice {id, layout} */
export function readLif(content: string): LifMap[] {
  const { metaInformation, layouts } = parsed(content);
  if (layouts.every(({ nodes }) => nodes.length === 0)) throw new MapFileFault('lifEmpty');
  if (layouts.length > LAYOUTS_MAX) throw new MapFileFault('lifWrong', { where: 'layouts' });
  return layouts.map((layout) => {
    const { layoutId, layoutName, layoutLevelId, layoutVersion, nodes } = layout;
    if (nodes.length > POINTS_PER_MAP)
      throw new MapFileFault('lifTooMany', { count: nodes.length, limit: POINTS_PER_MAP });
    const twice = repeated(nodes.map(({ nodeId }) => nodeId));
    if (twice !== null)
      throw new MapFileFault('lifTwice', { id: twice.slice(0, 60), layout: (layoutName || layoutId).slice(0, 60) });
    return {
      mapId: layoutId,
      name: layoutName ?? '',
      floor: layoutLevelId ?? '',
      site: metaInformation.projectIdentification ?? '',
      revision: Number(layoutVersion) || 0,
      points: pointsOf(layout),
    };
  });
}

function parsed(content: string): v.InferOutput<typeof file> {
  let json: unknown;
  try {
    json = JSON.parse(content.replace(/^\uFEFF/u, ''));
  } catch {
    throw new MapFileFault('lifNotJson');
  }
  const version = v.safeParse(v.object({ metaInformation: v.object({ lifVersion: v.string() }) }), json);
  // Checked before the schema, because other versions can have a different structure.
  if (version.success && !/^1(?:\.|$)/u.test(version.output.metaInformation.lifVersion.trim()))
    throw new MapFileFault('lifVersion', { version: version.output.metaInformation.lifVersion.slice(0, 20) });
  const read = v.safeParse(file, json, { abortEarly: true });
  if (!read.success)
    throw new MapFileFault('lifWrong', { where: (v.getDotPath(read.issues[0]) ?? 'metaInformation').slice(0, 80) });
  return read.output;
}

const repeated = (ids: readonly string[]): string | null => {
  const seen = new Set<string>();
  for (const id of ids) if (seen.size === seen.add(id).size) return id;
  return null;
};

function pointsOf({ nodes, stations }: Layout): LifPoint[] {
  const stationsAt = new Map<string, NonNullable<Layout['stations']>>();
  for (const one of stations ?? [])
    for (const nodeId of one.interactionNodeIds ?? []) stationsAt.set(nodeId, [...(stationsAt.get(nodeId) ?? []), one]);
  return nodes.map(({ nodeId, nodeName, nodePosition: { x, y }, vehicleTypeNodeProperties }) => {
    const actions = (vehicleTypeNodeProperties ?? []).flatMap((properties) => properties.actions ?? []);
    const own = actions.find(({ actionType }) => actionType === LIF_ACTION);
    const told = new Map(own?.actionParameters?.map(({ key, value }) => [key, typeof value === 'string' ? value : '']));
    const theirs: PointAttribute[] = actions.some(({ actionType }) => actionType === CHARGE) ? ['charging'] : [];
    const attributes = own ? (told.get('attributes') ?? '').split(',').filter(isAttribute) : theirs;
    const here = stationsAt.get(nodeId) ?? [];
    return {
      areaId: nodeId,
      name: nodeName || here.find(({ stationName }) => stationName)?.stationName || nodeId,
      worldX: x,
      worldY: y,
      angle: degrees(vehicleTypeNodeProperties?.find(({ theta }) => typeof theta === 'number')?.theta ?? 0),
      stayTime: Number(told.get('stayTime') ?? 0),
      departWord: told.get('departWord') ?? '',
      arrivedWord: told.get('arrivedWord') ?? '',
      attributes: attributes.length > 0 ? attributes : ['none'],
      elevatorId: told.get('elevatorId') || null,
      doorId: told.get('doorId') || null,
      chargeBase: attributes.includes('charging')
        ? here.map(({ stationId, stationName, stationPosition }) => ({
            id: stationId,
            name: stationName || stationId,
            x: stationPosition?.x ?? x,
            y: stationPosition?.y ?? y,
            theta: stationPosition?.theta ?? 0,
          }))
        : [],
    };
  });
}
