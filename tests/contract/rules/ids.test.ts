import { expect, it } from 'vitest';
import { catalogue } from '../../../contract/endpoints/catalogue.ts';
import { idsIn } from '../../../contract/rules/ids.ts';

it("finds every id that names a robot's thing, however deep, and nothing in empty ones", () => {
  expect(
    idsIn({ serialNumber: 'A', nested: [{ areaId: 'p1' }, { mapId: '' }], serialNumberStr: 'B, C,', other: 'D' }),
  ).toEqual([
    { field: 'serialNumber', kind: 'robot', id: 'A' },
    { field: 'areaId', kind: 'point', id: 'p1' },
    { field: 'serialNumberStr', kind: 'robot', id: 'B' },
    { field: 'serialNumberStr', kind: 'robot', id: 'C' },
  ]);
});

it('leaves the stops of a route to its rules, which hold each against the map that is named', () => {
  expect(idsIn({ mapId: 'm', mapAreaVOList: [{ areaId: 'p1' }] })).toEqual([{ field: 'mapId', kind: 'map', id: 'm' }]);
  const taking = Object.entries(catalogue).flatMap(([area, calls]) =>
    Object.entries(calls).flatMap(([name, { takes }]) =>
      'entries' in takes && 'mapAreaVOList' in takes.entries ? [`${area}.${name}`] : [],
    ),
  );
  expect(taking).toEqual(['cruiseRoutes.save']);
});

it('every call of the catalogue has a path of its own', () => {
  const paths = Object.values(catalogue).flatMap((area) => Object.values(area).map(({ path }) => path));
  expect(new Set(paths).size).toBe(paths.length);
});
