/** Finding a place by what is typed: a name, a part of it, or the digits of a room. */
import { describe, expect, it } from 'vitest';
import { destinationsIn, matchPlaces, originsIn } from '../../../src/machines/deliveries/places.ts';
import { PLACES } from '../../fakes/deliverySample.ts';

const ids = (typed: string): string[] => matchPlaces(destinationsIn(PLACES), typed).found.map(({ areaId }) => areaId);

describe('places of a delivery', () => {
  it('a room is found by its digits, and the exact number comes first', () => {
    expect(ids('20')).toEqual(['r20', 'r208']);
    expect(matchPlaces(PLACES, '208').exact?.areaId).toBe('r208');
    expect(matchPlaces(PLACES, ' ２０８ ').exact?.areaId).toBe('r208');
    expect(matchPlaces(PLACES, '20').exact?.areaId).toBe('r20');
  });
  it('a name is found by its beginning and by a part, whatever its case', () => {
    expect(ids('front')).toEqual(['desk']);
    expect(ids('PASS')).toEqual(['kitchen']);
    expect(matchPlaces(PLACES, 'room').exact).toBeNull();
  });
  it('what is not there, or nothing, matches nothing', () => {
    expect(ids('999')).toEqual([]);
    expect(ids('  ')).toEqual([]);
  });
  it('two places with one name are both offered, and neither is taken', () => {
    const twice = [...PLACES, { ...PLACES[4], areaId: 'other', floor: '3F' } as (typeof PLACES)[number]];
    expect(matchPlaces(twice, 'Room 208')).toMatchObject({
      exact: null,
      found: [{ areaId: 'r208' }, { areaId: 'other' }],
    });
  });
  it('a robot is not sent to a charger; deliveries begin at loading points, or anywhere if there are none', () => {
    expect(destinationsIn(PLACES).map(({ areaId }) => areaId)).not.toContain('dock');
    expect(originsIn(PLACES).map(({ areaId }) => areaId)).toEqual(['kitchen', 'desk']);
    expect(originsIn(PLACES.slice(2)).map(({ areaId }) => areaId)).toEqual(['r20', 'r208', 'r211']);
  });
});
