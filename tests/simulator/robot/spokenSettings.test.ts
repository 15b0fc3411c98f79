/** What a simulated robot says by its settings: at the charger, on its round in the language that is set, and at an alarm. */
import { expect, it } from 'vitest';
import { HOST, idle, setUp, type Stage } from './stage.ts';

const EAST = 'S2-2402-0056';
const TEXTS = {
  speechChinese: '请注意脚下',
  speechEnglish: 'Mind your step',
  speechCantonese: '小心地滑',
  speechArabic: 'انتبه لخطواتك',
};
const set = (stage: Stage, values: Record<string, string>): void => {
  stage.act('applySettings', { version: 1, values });
  stage.robot.takeEvents();
};
/** Texts and languages of what it reports as spoken. */
const spoken = ({ robot }: Stage) =>
  robot.takeEvents().flatMap(({ event }) => (event.type === 'speech' ? [[event.text, event.language]] : []));

it('the sleep word: said once when the robot begins to charge, and in its state', () => {
  const stage = setUp(idle(HOST, { battery: 20, round: ['harbour-1f.reception'] }));
  set(stage, { sleepWord: 'Good night' });
  stage.until(() => stage.robot.saying === 'Good night', 600);
  const state = stage.state();
  expect(state.batteryState.charging).toBe(true);
  expect(state.information).toContainEqual(
    expect.objectContaining({ infoType: 'saying', infoDescription: 'Good night' }),
  );
  stage.world.step(60);
  expect(stage.robot.saying).toBe('');
  expect(spoken(stage).filter(([text]) => text === 'Good night')).toHaveLength(1);
});

it.each([
  ['zh', TEXTS.speechChinese],
  ['en', TEXTS.speechEnglish],
  ['yue', TEXTS.speechCantonese],
  ['ar', TEXTS.speechArabic],
])('the broadcast language %s: its text is said on the round, and no other', (broadcastLanguage, text) => {
  const stage = setUp(idle(EAST, { round: ['harbour-1f.reception'] }));
  set(stage, { ...TEXTS, broadcastLanguage });
  stage.until(() => stage.robot.saying === text, 600);
  const texts: string[] = Object.values(TEXTS);
  expect(spoken(stage).filter(([said]) => texts.includes(said ?? ''))).toEqual([[text, broadcastLanguage]]);
});

it('a language without a text: nothing is said', () => {
  const stage = setUp(idle(EAST, { round: ['harbour-1f.reception'] }));
  set(stage, { speechEnglish: TEXTS.speechEnglish, broadcastLanguage: 'zh' });
  stage.world.step(300);
  expect(spoken(stage)).toEqual([]);
});

it.each([
  ['voice', 2],
  ['silent', 0],
])('the alarm mode %s: a raised alarm is said aloud, in both languages, or not at all', (alarmMode, count) => {
  const stage = setUp(idle(EAST));
  set(stage, { alarmMode });
  stage.robot.setFault('smoke', true);
  expect(stage.robot.saying !== '').toBe(count > 0);
  expect(spoken(stage)).toHaveLength(count);
});
