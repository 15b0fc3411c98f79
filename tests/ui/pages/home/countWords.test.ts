import { describe, expect, it } from 'vitest';
import { countWords } from '../../../../src/ui/pages/home/countWords.ts';
import { wordsOf } from '../../inWords.tsx';

describe('how many robots answer, in a sentence', () => {
  it.each([
    [12, 11, '12 robots. 11 answer, 1 is silent.', '共 12 台机器人，11 台应答，1 台无应答。'],
    [12, 1, '12 robots. 1 answers, 11 are silent.', '共 12 台机器人，1 台应答，11 台无应答。'],
    [12, 12, '12 robots. All answer.', '共 12 台机器人，全部应答。'],
    [12, 0, '12 robots. None answers.', '共 12 台机器人，均无应答。'],
    [1, 1, '1 robot. It answers.', '共 1 台机器人，应答正常。'],
    [1, 0, '1 robot. It is silent.', '共 1 台机器人，无应答。'],
    [0, 0, 'No robots yet.', '还没有机器人。'],
  ])('%d, %d answering', async (total, answering, english, chinese) => {
    expect(countWords((await wordsOf('enUS')).now(), total, answering)).toBe(english);
    expect(countWords((await wordsOf('zhCN')).now(), total, answering)).toBe(chinese);
  });
});
