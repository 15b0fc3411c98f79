/**
 * Which request fields name something that belongs to a robot (design 3). The door resolves each to its
 * robots and demands the right on every one; a field that is not listed here names nothing of a robot.
 */
export const ID_FIELDS = {
  serialNumber: 'robot',
  robotSerialNumber: 'robot',
  /** Comma-joined. */
  serialNumberStr: 'robots',
  robotId: 'robot',
  areaId: 'point',
  mapId: 'map',
  indoorMapId: 'map',
  pathId: 'route',
  commandId: 'command',
  driveId: 'drive',
  performId: 'drive',
  friendRelationId: 'friendRelation',
  siteId: 'site',
} as const;

/**
 * Lists whose points the handler itself holds against the map that the request names, which the door has checked: a point of another
 * map, or none, is a fault of its own place in the list there.
 */
const OWN_RULES: ReadonlySet<string> = new Set(['mapAreaVOList']);

export type IdField = keyof typeof ID_FIELDS;
export type IdKind = (typeof ID_FIELDS)[IdField];

export interface NamedId {
  field: IdField;
  kind: IdKind;
  id: string;
}

/** Every id in a request's data, however deep; lists and comma-joined lists one by one. Empty ones name nothing. */
export function idsIn(data: unknown): NamedId[] {
  const found: NamedId[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (OWN_RULES.has(key)) continue;
      if (!(key in ID_FIELDS)) {
        visit(inner);
        continue;
      }
      const field = key as IdField;
      const kind = ID_FIELDS[field];
      for (const id of textsOf(inner)) {
        if (kind === 'robots') for (const one of id.split(',')) add(field, 'robot', one);
        else add(field, kind, id);
      }
    }
  };
  const add = (field: IdField, kind: IdKind, id: string) => {
    if (id.trim()) found.push({ field, kind, id: id.trim() });
  };
  visit(data);
  return found;
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
