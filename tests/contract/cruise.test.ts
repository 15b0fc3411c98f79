/** Validation of cruise routes (spec 5). */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../contract/entities/constants.ts';
import {
  faultsOfRoute,
  isDeletable,
  missingStops,
  type RouteFields,
  type StopFields,
} from '../../contract/rules/cruise.ts';
import { DEFAULT_ROUTES, ROUTES } from '../../demo/routes.ts';
import { ROBOTS } from '../../demo/roster.ts';
import { MAPS, mapOf } from '../../demo/sites.ts';

const MAP_OF: Readonly<Record<string, string>> = { a: 'm', b: 'm', c: 'm', up: 'other' };
const mapOfPoint = (areaId: string): string | undefined => MAP_OF[areaId];
const stop = (areaId: string, change: Partial<StopFields> = {}): StopFields => ({
  areaId,
  stayTime: 0,
  speech: '',
  angle: null,
  ...change,
});
const good: RouteFields = {
  mapId: 'm',
  pathName: 'Round',
  startSpeech: '',
  endSpeech: '',
  mapAreaVOList: [stop('a'), stop('b')],
};
const faults = (change: Partial<RouteFields>, names: readonly string[] = []) =>
  faultsOfRoute({ ...good, ...change }, mapOfPoint, names).map(
    (fault) => `${fault.stop ?? '-'} ${fault.field} ${fault.error}`,
  );

describe('a route', () => {
  it.each<[string, Partial<RouteFields>, string[]]>([
    ['is fine', {}, []],
    ['needs a name', { pathName: ' \t' }, ['- pathName nameEmpty']],
    ['has a name of 40 letters', { pathName: 'a'.repeat(40) }, []],
    ['has no name of 41', { pathName: 'a'.repeat(41) }, ['- pathName nameTooLong']],
    ['has no name of 20 characters and a letter', { pathName: `${'巡'.repeat(20)}a` }, ['- pathName nameTooLong']],
    ['may have a name with markup: it is text', { pathName: '<b>x</b>' }, []],
    ['says 200 characters', { startSpeech: '话'.repeat(200), endSpeech: 'w'.repeat(400) }, []],
    [
      'says no more',
      { startSpeech: '话'.repeat(201), endSpeech: 'w'.repeat(401) },
      ['- startSpeech speechTooLong', '- endSpeech speechTooLong'],
    ],
    ['needs a point', { mapAreaVOList: [] }, ['- mapAreaVOList tooFewStops']],
    ['needs two', { mapAreaVOList: [stop('a')] }, ['- mapAreaVOList tooFewStops']],
    [
      'has no two alike next to each other',
      { mapAreaVOList: [stop('a'), stop('a'), stop('b'), stop('b')] },
      ['1 areaId sameAsBefore', '3 areaId sameAsBefore'],
    ],
    ['comes back to a point', { mapAreaVOList: [stop('a'), stop('b'), stop('a')] }, []],
    ['stays on its map', { mapAreaVOList: [stop('a'), stop('up'), stop('b')] }, ['1 areaId onOtherMap']],
    [
      'calls at what there is',
      { mapAreaVOList: [stop('a'), stop('gone'), stop('gone')] },
      ['1 areaId pointGone', '2 areaId pointGone'],
    ],
    [
      'stays whole seconds',
      { mapAreaVOList: [stop('a', { stayTime: 1.5 }), stop('b', { stayTime: -1 }), stop('a', { stayTime: 86_401 })] },
      ['0 stayTime stayTimeWrong', '1 stayTime stayTimeWrong', '2 stayTime stayTimeWrong'],
    ],
    [
      'looks in whole degrees, once around',
      { mapAreaVOList: [stop('a', { angle: 360 }), stop('b', { angle: 12.5 }), stop('a', { angle: 361 })] },
      ['1 angle angleWrong', '2 angle angleWrong'],
    ],
    [
      'says at a stop what a point may say',
      { mapAreaVOList: [stop('a', { speech: 'w'.repeat(400) }), stop('b', { speech: 'w'.repeat(401) })] },
      ['1 speech speechTooLong'],
    ],
  ])('%s', (_, change, expected) => expect(faults(change)).toEqual(expected));

  it('has a name of its own, whatever case, width and white space', () => {
    expect(faults({ pathName: ' ＲOUND' }, ['Other', 'round '])).toEqual(['- pathName nameTaken']);
    expect(faults({}, ['Round 2'])).toEqual([]);
  });

  it('tells which of its points are gone, or lie elsewhere', () => {
    expect(
      missingStops({ ...good, mapAreaVOList: [stop('a'), stop('gone'), stop('up'), stop('b')] }, mapOfPoint),
    ).toEqual([1, 2]);
  });

  it('is not deleted while a robot starts with it', () => {
    expect([isDeletable([]), isDeletable(['S2'])]).toEqual([true, false]);
  });
});

describe("the demo's routes", () => {
  const places = new Map(MAPS.flatMap(({ id, points }) => points.map((point) => [point.id, id] as const)));

  it.each(ROUTES.map((route) => [route.id, route] as const))(
    '%s is as it should be, in every language',
    (_, { id, mapId, name, startSpeech, endSpeech, stops }) => {
      for (const language of LANGUAGES) {
        const said = (words: '' | typeof name): string => (words === '' ? '' : words[language]);
        const route = {
          mapId,
          pathName: name[language],
          startSpeech: said(startSpeech),
          endSpeech: said(endSpeech),
          mapAreaVOList: stops.map((one) => ({ ...one, speech: said(one.speech) })),
        };
        const names = ROUTES.filter((other) => other.mapId === mapId && other.id !== id).map(
          (other) => other.name[language],
        );
        expect(faultsOfRoute(route, (areaId) => places.get(areaId), names)).toEqual([]);
      }
    },
  );

  it('are two or three a map, and what a robot starts with is on its site', () => {
    for (const { id } of MAPS) expect([2, 3]).toContain(ROUTES.filter(({ mapId }) => mapId === id).length);
    for (const { serialNumber, pathId } of DEFAULT_ROUTES) {
      const route = ROUTES.find(({ id }) => id === pathId);
      expect(route && mapOf(route.mapId).siteId).toBe(
        ROBOTS.find((robot) => robot.serialNumber === serialNumber)?.siteId,
      );
    }
  });
});
