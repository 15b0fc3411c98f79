import { describe, expect, it } from 'vitest';
import { queryPatch, readQuery, USUAL_QUERY } from '../../../../src/ui/pages/home/homeQuery.ts';

/** As the URL keeps it: an empty value removes the parameter. */
const kept = (patch: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== ''));

describe("the home page's address", () => {
  it('is empty when all is as usual', () => {
    expect(readQuery({})).toEqual(USUAL_QUERY);
    expect(kept(queryPatch(USUAL_QUERY))).toEqual({});
  });
  it('brings back what was written', () => {
    const query = {
      ...USUAL_QUERY,
      filter: 'offline',
      words: 'mist',
      view: 'table',
      sort: 'battery',
      descending: true,
      mapId: 'harbour-2f',
      robot: 'D2-2401-0022',
      layers: ['points'],
    } as const;
    expect(readQuery(kept(queryPatch(query)))).toEqual(query);
  });
  it('remembers that no layer at all is wanted', () => {
    expect(readQuery(kept(queryPatch({ layers: [] }))).layers).toEqual([]);
  });
  it('takes nonsense for the usual', () => {
    expect(readQuery({ filter: 'x', view: 'y', sort: 'z', order: 'connected', layers: 'q,points' })).toEqual({
      ...USUAL_QUERY,
      layers: ['points'],
    });
  });
  it('changes only what was asked for', () => {
    expect(Object.keys(queryPatch({ robot: null }))).toEqual(['robot']);
  });
});
