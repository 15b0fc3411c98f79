import { describe, expect, it } from 'vitest';
import { countText } from '../../../../src/ui/pages/home/countText.ts';
import { textsOf } from '../../withTexts.tsx';

describe('how many robots answer, in a sentence', () => {
  it.each([
    [12, 11, '12 robots: 11 online, 1 not responding', '共 12 台机器人，11 台在线，1 台无响应'],
    [12, 1, '12 robots: 1 online, 11 not responding', '共 12 台机器人，1 台在线，11 台无响应'],
    [12, 12, 'All 12 robots online', '共 12 台机器人，全部在线'],
    [12, 0, '12 robots, none responding', '共 12 台机器人，均无响应'],
    [1, 1, '1 robot, online', '共 1 台机器人，在线'],
    [1, 0, '1 robot, not responding', '共 1 台机器人，无响应'],
    [0, 0, 'No robots yet', '暂无机器人'],
  ])('%d, %d answering', async (total, answering, english, chinese) => {
    expect(countText((await textsOf('enUS')).now(), total, answering)).toBe(english);
    expect(countText((await textsOf('zhCN')).now(), total, answering)).toBe(chinese);
  });
});
