import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../contract/rules/csv.ts';

describe('a line of CSV', () => {
  it('quotes texts, doubles quotes inside, keeps commas and line breaks, and ends with CR LF', () => {
    expect(csvLine(['a', 'b,c', 'd "e"', 'f\ng', ''])).toBe('"a","b,c","d ""e""","f\ng",""\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('disarms the formula %j', (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  });

  it('leaves numbers alone, also negative ones', () => {
    expect(csvLine([-5, 0.5, 'x'])).toBe('-5,0.5,"x"\r\n');
  });
});
