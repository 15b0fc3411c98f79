import { describe, expect, it } from 'vitest';
import { timeOfDay, timeStamp, zoneName } from '../../../src/ui/shell/siteTime.ts';

const AT = Date.UTC(2026, 10, 21, 6, 32, 8);

describe("a site's own time", () => {
  it('is YYYY-MM-DD HH:mm:ss in its zone', () => {
    expect(timeStamp(AT, 'Asia/Shanghai')).toBe('2026-11-21 14:32:08');
    expect(timeOfDay(AT, 'Europe/Berlin')).toBe('07:32:08');
    expect(timeStamp(Date.UTC(2026, 0, 1, 16, 0, 5), 'Asia/Shanghai')).toBe('2026-01-02 00:00:05');
  });
  it('says which zone that is', () => {
    expect(zoneName('Asia/Shanghai', 'enUS', AT)).toBe('Shanghai, UTC+8');
    expect(zoneName('America/New_York', 'enUS', AT)).toBe('New York, UTC-5');
    expect(zoneName('Asia/Shanghai', 'zhCN', AT)).toMatch(/中国.*UTC\+8/u);
    expect(zoneName('UTC', 'enUS', AT)).toBe('UTC+0');
  });
});
