import { describe, expect, it } from 'vitest';
import { fit, found } from '../../../src/ui/shell/paletteSections.ts';

const things = [
  { id: '1', label: 'West patrol', detail: 'S2-2402-0057' },
  { id: '2', label: 'Porter 1', detail: 'W1-2308-0417' },
  { id: '3', label: 'Sport hall', detail: 'X' },
  { id: '4', label: '一号跑堂', detail: 'W1-2308-0422' },
];
const ids = (words: string, most?: number) => found(things, words, most).map(({ id }) => id);

describe('the palette', () => {
  it('puts what begins so before what contains it', () => {
    expect(ids('por')).toEqual(['2', '3']);
  });
  it('looks through serial numbers too', () => {
    expect(ids('0417')).toEqual(['2']);
  });
  it('wants every word', () => {
    expect(ids('west patrol')).toEqual(['1']);
    expect(ids('west porter')).toEqual([]);
  });
  it('finds Chinese names', () => {
    expect(ids('跑堂')).toEqual(['4']);
  });
  it('shows all for no words, up to a number', () => {
    expect(ids('', 2)).toEqual(['1', '2']);
  });
  it("scores a word inside a name below one at a word's beginning", () => {
    expect(fit({ id: '', label: 'West patrol' }, 'patrol')).toBeLessThan(
      fit({ id: '', label: 'Westpatrol' }, 'patrol') ?? 0,
    );
  });
});
