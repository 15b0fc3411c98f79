/** Ids in requests: the catalogue declares every one, and the reader finds all declared ids at any depth. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { id, mapId, pointId, serialNumber } from '../../../contract/entities/values.ts';
import { handlerChecked, idOf } from '../../../contract/entities/idOf.ts';
import { afterRow } from '../../../contract/entities/listRequest.ts';
import { createIdReader, requestFields } from '../../../contract/rules/resourceIds.ts';

const endpoints = Object.entries(catalogue).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => [`${area}.${name}`, endpoint] as const),
);

type PipeItem = { kind: string; type: string; pipe?: readonly PipeItem[] };
const pipeItems = (schema: { pipe?: readonly PipeItem[] }): PipeItem[] =>
  (schema.pipe ?? []).flatMap((one) => [one, ...pipeItems(one)]);
/** Validation rules by which a schema is recognised as one built from `id` or `serialNumber`. */
const idRules = new Set([id, serialNumber].flatMap(pipeItems).filter(({ type }) => type === 'regex'));
const isIdName = (key: string): boolean => /^(?:ids?|serialNumber)$|(?:Ids?|SerialNumber|serialNumberStr)$/u.test(key);

const undeclaredIds = (request: v.GenericSchema): string[] =>
  requestFields(request).flatMap(({ path, schema, idOf: kind }) =>
    kind === undefined && (path.some(isIdName) || pipeItems(schema as PipeItem).some((one) => idRules.has(one)))
      ? [path.join('.')]
      : [],
  );

describe('the catalogue', () => {
  it.each(endpoints)('%s declares what each of its ids is of', (_, { request }) => {
    expect(undeclaredIds(request)).toEqual([]);
  });

  it('would be found out: by the name of a field, and by its type', () => {
    const planted = v.object({
      mapId,
      spare: id,
      kind: v.picklist(['board']),
      robotSerialNumber: v.optional(v.string(), ''),
      trimmed: v.optional(v.union([v.pipe(serialNumber, v.trim()), v.literal('')])),
      owners: v.array(v.object({ ownerId: v.nullable(v.string()), name: v.string() })),
      other: v.union([v.object({ pointIds: v.array(v.string()) }), v.record(id, v.object({ doorId: v.number() }))]),
    });
    expect(undeclaredIds(planted)).toEqual([
      'spare',
      'robotSerialNumber',
      'owners.[].ownerId',
      'other.pointIds.[]',
      'other.{}',
      'other.[].doorId',
    ]);
  });

  it('names a robot in every call that needs a right on one: a field that can neither be left out nor be empty', () => {
    const without = endpoints.flatMap(([name, { access, request }]) => {
      if (access.who !== 'robot') return [];
      const { entries } = request as unknown as v.ObjectSchema<v.ObjectEntries, undefined>;
      const needed = createIdReader(request).resourceFields.filter((field) => {
        const schema = entries[field];
        return schema && !schema.async && !v.is(schema, undefined) && !v.is(schema, '') && !v.is(schema, null);
      });
      return needed.length > 0 ? [] : [name];
    });
    expect(without).toEqual([]);
  });

  it('checks access to the row after which a list goes on, which need not agree with the other ids', () => {
    const { resourceIds } = createIdReader(v.object({ mapId, after: afterRow(pointId) }));
    expect(resourceIds({ mapId: 'm', after: 'p' })).toEqual([
      { field: 'mapId', kind: 'map', id: 'm', isSingle: true },
      { field: 'after', kind: 'point', id: 'p', isSingle: false },
    ]);
    expect(resourceIds({ mapId: 'm', after: '' })).toHaveLength(1);
  });

  it('leaves to handlers only what they check by other ids of the request, or by other rules', () => {
    const left = endpoints.flatMap(([name, { request }]) => [
      ...new Set(
        requestFields(request)
          .filter(({ isHandlerChecked }) => isHandlerChecked)
          .map(({ path }) => `${name} ${path.join('.')}`),
      ),
    ]);
    expect(left.sort()).toEqual([
      'alarmRules.restoreContact id',
      'alarmRules.restoreRole id',
      'conformance.accept serialNumber',
      'conformance.get serialNumber',
      'conformance.withdraw serialNumber',
      'cruiseRoutes.save mapAreaVOList.[].areaId',
      'deliveries.cancelExport exportId',
      'deliveries.create from',
      'deliveries.create to',
      'deliveries.exportState exportId',
      'deliveries.parcel taskId',
      'deliveries.parcelElsewhere taskId',
      'deliveries.parcelMoreTime taskId',
      'deliveries.parcelNotMine taskId',
      'deliveries.parcelOpen taskId',
      'deliveries.parcelSendBack taskId',
      'deliveries.preview from',
      'deliveries.preview to',
      'deliveries.redirect to',
      'deliveries.taskCode taskId',
      'faces.saveSetting siteId',
      'faults.robot simulatedRobot',
      'faults.typeCode simulatedRobot',
      'floorDrawings.create siteId',
      'friends.answerInvitation invitationId',
      'friends.ask robotToAsk',
      'keys.create serialNumber',
      'mapFiles.importMap robotNames.[].robot',
      'mapFiles.order order.[]',
      'mapFiles.update robotNames.[].robot',
      'monitoring.cancelExport exportId',
      'monitoring.events robot',
      'monitoring.exportState exportId',
      'monitoring.overview robot',
      'monitoring.tracks robot',
      'photos.cancelExport exportId',
      'photos.exportState exportId',
      'pointLabels.exportLabels ids.[]',
      'points.save changes.[].point',
      'robotFleet.belongings robotToMove',
      'robotFleet.change maps.[].registerMapId',
      'robotFleet.change robotToChange',
      'robotFleet.changeSerialNumber newSerialNumber',
      'robotFleet.changeSerialNumber robotToChange',
      'robotFleet.move maps.[].registerMapId',
      'robotFleet.move robotToMove',
      'robotFleet.move toSiteId',
      'robotFleet.newClaim robotToClaim',
      'robotFleet.registerMany maps.[].registerMapId',
      'robotFleet.registerMany registerSiteId',
      'robotFleet.registerMany serialNumbers.[]',
      'robotFleet.reinstate robotToReinstate',
      'robotFleet.retire robotToRetire',
      'robotFleet.revokePassword robotToRevoke',
      'robots.newPassword robotToRenew',
      'robots.register maps.[].registerMapId',
      'robots.register registerSiteId',
      'robots.register serialNumber',
      'simulatedRobots.add simulatedOnMap',
      'sites.equipment siteId',
      'sites.remove siteId',
      'sites.save siteId',
      'sites.saveDoor areaIds.[]',
      'sites.saveDoor mapId',
      'sites.saveLift siteId',
      'sites.saveLift stops.[].areaId',
      'sites.saveLift stops.[].mapId',
      'sites.testLift mapId',
      'videoWall.saveLayout tiles.[].serialNumber',
    ]);
  });

  it('has a path of its own for every call', () => {
    const paths = endpoints.map(([, { path }]) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('the reader of ids', () => {
  it('finds ids one by one, of comma-separated fields too, and nothing in empty ones', () => {
    const { resourceIds, resourceFields } = createIdReader(
      v.object({
        serialNumber,
        nested: v.array(v.object({ areaId: v.optional(pointId), mapId: v.union([mapId, v.literal('')]) })),
        joined: idOf('robots', v.string()),
        keyId: idOf('wallKey', id),
        other: v.string(),
        checked: v.array(handlerChecked(pointId)),
      }),
    );
    expect(resourceFields).toEqual(['serialNumber', 'areaId', 'mapId', 'joined']);
    expect(
      resourceIds({
        serialNumber: 'A',
        nested: [{ areaId: 'p1', mapId: '' }],
        joined: 'B, C,',
        keyId: 'k',
        other: 'D',
        checked: ['p2'],
      }),
    ).toEqual([
      { field: 'serialNumber', kind: 'robot', id: 'A', isSingle: true },
      { field: 'areaId', kind: 'point', id: 'p1', isSingle: true },
      { field: 'joined', kind: 'robot', id: 'B', isSingle: false },
      { field: 'joined', kind: 'robot', id: 'C', isSingle: false },
    ]);
  });

  it('finds what an id is of in every alternative, once', () => {
    const { resourceIds } = createIdReader(
      v.variant('op', [
        v.object({ op: v.literal('add'), target: mapId }),
        v.object({ op: v.literal('move'), target: mapId }),
        v.object({ op: v.literal('drop'), target: serialNumber }),
      ]),
    );
    expect(resourceIds({ op: 'add', target: 'x' }).map(({ kind }) => kind)).toEqual(['map', 'robot']);
  });

  it("tells the caller's own ids apart", () => {
    const { callerIds, resourceIds } = createIdReader(v.object({ userId: v.optional(idOf('caller', v.string()), '') }));
    expect([callerIds({ userId: 'me' }), callerIds({ userId: '' }), resourceIds({ userId: 'me' })]).toEqual([
      [{ field: 'userId', id: 'me' }],
      [],
      [],
    ]);
  });

  it.each([
    ['any value', v.object({ more: v.any() })],
    ['an unknown value', v.object({ more: v.array(v.unknown()) })],
    ['undeclared fields', v.object({ more: v.looseObject({}) })],
    ['a value without a key', v.object({ more: v.tuple([mapId]) })],
    ['a schema that is made later', v.object({ more: v.lazy(() => mapId) })],
    [
      'an id that becomes something else',
      v.object({
        more: v.pipe(
          mapId,
          v.transform((text) => [text]),
        ),
      }),
    ],
    [
      'a list of ids that becomes something else',
      v.pipe(
        v.array(mapId),
        v.transform((ids) => ids.join()),
      ),
    ],
    ['ids in JSON', v.pipe(v.string(), v.parseJson(), v.object({ mapId }))],
    ['a check by the handler of what is no id', v.object({ more: handlerChecked(v.string()) })],
  ])('refuses %s, where it could miss an id', (_, schema) => {
    expect(() => createIdReader(schema)).toThrow(/the data|more/u);
  });
});

/** Outline of a schema; `value` generates matching data and records the ids that the reader must find. */
type Outline =
  | { of: 'id'; kind: 'map' | 'robot' | 'robots'; isChecked: boolean; isEmpty: boolean }
  | { of: 'text' }
  | { of: 'object'; fields: Record<string, Outline> }
  | { of: 'list'; item: Outline; length: number }
  | { of: 'record'; value: Outline; keys: number; byId: boolean }
  | { of: 'optional' | 'nullable'; inner: Outline; isThere: boolean }
  | { of: 'union'; options: readonly [Outline, Outline]; chosen: 0 | 1 };
type Found = { field: string; id: string };

const schemaOf = (outline: Outline): v.GenericSchema => {
  switch (outline.of) {
    case 'id': {
      const schema = idOf(outline.kind, v.string());
      return outline.isChecked ? handlerChecked(schema) : schema;
    }
    case 'text':
      return v.pipe(v.string(), v.trim());
    case 'object':
      return v.object(Object.fromEntries(Object.entries(outline.fields).map(([key, one]) => [key, schemaOf(one)])));
    case 'list':
      return v.pipe(v.array(schemaOf(outline.item)), v.maxLength(99));
    case 'record':
      return v.record(outline.byId ? mapId : v.string(), schemaOf(outline.value));
    case 'optional':
      return v.optional(schemaOf(outline.inner));
    case 'nullable':
      return v.nullable(schemaOf(outline.inner));
    case 'union':
      return v.union(outline.options.map(schemaOf));
  }
};
const dataOf = (outline: Outline, field: string, found: Found[]): unknown => {
  const noted = (text: string): string => {
    found.push({ field, id: text });
    return text;
  };
  switch (outline.of) {
    case 'id': {
      if (outline.isEmpty) return '';
      const text = `id-${found.length}`;
      if (outline.isChecked) return text;
      return outline.kind === 'robots' ? `${noted(text)}, ${noted(`${text}b`)}` : noted(text);
    }
    case 'text':
      return 'text';
    case 'object':
      return Object.fromEntries(Object.entries(outline.fields).map(([key, one]) => [key, dataOf(one, key, found)]));
    case 'list':
      return Array.from({ length: outline.length }, () => dataOf(outline.item, field, found));
    case 'record':
      return Object.fromEntries(
        Array.from({ length: outline.keys }, (_, index) => [
          outline.byId ? noted(`key-${found.length}-${index}`) : `key${index}`,
          dataOf(outline.value, field, found),
        ]),
      );
    case 'optional':
      return outline.isThere ? dataOf(outline.inner, field, found) : undefined;
    case 'nullable':
      return outline.isThere ? dataOf(outline.inner, field, found) : null;
    case 'union':
      return dataOf(outline.options[outline.chosen], field, found);
  }
};
const outlines = (withUnions: boolean): fc.Arbitrary<Outline> =>
  fc.letrec<{ any: Outline }>((tie) => {
    const any = tie('any');
    const leaves: fc.Arbitrary<Outline>[] = [
      fc.record({
        of: fc.constant('id' as const),
        kind: fc.constantFrom('map', 'robot', 'robots'),
        isChecked: fc.boolean(),
        isEmpty: fc.boolean(),
      }),
      fc.constant({ of: 'text' }),
    ];
    const deeper: fc.Arbitrary<Outline>[] = [
      fc.record({
        of: fc.constant('object' as const),
        fields: fc.dictionary(fc.constantFrom('a', 'b', 'c'), any, { noNullPrototype: true }),
      }),
      fc.record({ of: fc.constant('list' as const), item: any, length: fc.nat(3) }),
      fc.record({ of: fc.constant('record' as const), value: any, keys: fc.nat(3), byId: fc.boolean() }),
      fc.record({ of: fc.constantFrom('optional' as const, 'nullable' as const), inner: any, isThere: fc.boolean() }),
    ];
    const union = fc.record({
      of: fc.constant('union' as const),
      options: fc.tuple(any, any),
      chosen: fc.constantFrom(0 as const, 1 as const),
    });
    return {
      any: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, ...leaves, ...deeper, ...(withUnions ? [union] : [])),
    };
  }).any;
const sorted = (found: readonly Found[]): string[] =>
  [...new Set(found.map(({ field, id: text }) => `${field} ${text}`))].sort();

describe('of any schema the reader finds', () => {
  it('the declared ids of a request, with their fields, and no others', () => {
    fc.assert(
      fc.property(outlines(false), (outline) => {
        const planted: Found[] = [];
        const data = dataOf(outline, 'data', planted);
        expect(v.is(schemaOf(outline), data)).toBe(true);
        expect(sorted(createIdReader(schemaOf(outline)).resourceIds(data))).toEqual(sorted(planted));
      }),
      { numRuns: 500 },
    );
  });

  it('at least those, where fields have alternatives', () => {
    fc.assert(
      fc.property(outlines(true), (outline) => {
        const planted: Found[] = [];
        const data = dataOf(outline, 'data', planted);
        const found = sorted(createIdReader(schemaOf(outline)).resourceIds(data));
        expect(sorted(planted).filter((one) => !found.includes(one))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
