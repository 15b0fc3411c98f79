import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownZone, timeOfDay, timeStamp, zoneName, zonePlace } from '../../../src/ui/shell/siteTime.ts';

const AT = Date.UTC(2026, 10, 21, 6, 32, 8);
const UI = join(import.meta.dirname, '../../../src/ui');

describe('a time', () => {
  it('is YYYY-MM-DD HH:mm:ss in its zone', () => {
    expect(timeStamp(AT, 'Asia/Shanghai')).toBe('2026-11-21 14:32:08');
    expect(timeStamp(Date.UTC(2026, 0, 1, 16, 0, 5), 'Asia/Shanghai')).toBe('2026-01-02 00:00:05');
  });
  it('of a day is HH:mm', () => {
    expect(timeOfDay(AT, 'Europe/Berlin')).toBe('07:32');
    expect(timeOfDay(Date.UTC(2026, 0, 1, 16, 0, 5), 'Asia/Shanghai')).toBe('00:00');
  });
  it('names its zone by place and offset', () => {
    expect(zoneName('Asia/Shanghai', 'enUS', AT)).toBe('Shanghai, UTC+8');
    expect(zoneName('America/New_York', 'enUS', AT)).toBe('New York, UTC-5');
    expect(zoneName('Asia/Shanghai', 'zhCN', AT)).toMatch(/中国.*UTC\+8/u);
    expect(zoneName('UTC', 'enUS', AT)).toBe('UTC+0');
    expect(zonePlace('UTC', 'enUS', AT)).toBe('');
  });
  it("is in the browser's zone if it belongs to no site", () => {
    expect(ownZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it('is formatted here only', () => {
    const others = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /\.tsx?$/u.test(file) &&
        /Intl\.DateTimeFormat|toLocale(?:Date|Time)?String/u.test(readFileSync(join(UI, file), 'utf8')),
    );
    expect(others.map((file) => file.replaceAll('\\', '/'))).toEqual(['shell/siteTime.ts']);
  });
});
