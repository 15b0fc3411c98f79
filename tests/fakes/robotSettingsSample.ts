/** Settings of a robot as the server answers, for tests of the machine and the page. */
import type { RobotSettings, SettingRow } from '../../contract/entities/robotSettings.ts';

export const SAMPLE_TIME = Date.UTC(2026, 10, 24, 14, 30);

export const sampleSetting = (change: Partial<SettingRow> = {}): SettingRow => ({
  name: 'volume',
  wanted: { value: 80, version: 1, by: 'u1', byName: 'Lin Wei', at: SAMPLE_TIME - 60_000 },
  reported: { value: 80, since: SAMPLE_TIME - 50_000 },
  refused: null,
  state: 'reported',
  ...change,
});

export const sampleSettings = (change: Partial<RobotSettings> = {}): RobotSettings => ({
  serialNumber: 'S2-1',
  robotNickName: 'East patrol',
  canChange: true,
  version: 1,
  online: true,
  sentAt: null,
  reportedVersion: 1,
  reportedAt: SAMPLE_TIME - 50_000,
  policy: null,
  settings: [
    sampleSetting(),
    sampleSetting({ name: 'frontLight', wanted: null, reported: { value: false, since: SAMPLE_TIME } }),
    sampleSetting({
      name: 'patrolWarningLight',
      wanted: { value: true, version: 1, by: 'u1', byName: 'Lin Wei', at: SAMPLE_TIME },
      reported: { value: false, since: SAMPLE_TIME },
      refused: { reason: 'The lamp board does not answer.', version: 1, at: SAMPLE_TIME },
      state: 'refused',
    }),
    sampleSetting({ name: 'timedRefresh', wanted: null, reported: { value: 0, since: SAMPLE_TIME } }),
    sampleSetting({ name: 'headVertical', wanted: null, reported: { value: 22, since: SAMPLE_TIME } }),
    sampleSetting({ name: 'welcomeWord', wanted: null, reported: { value: 'Hello', since: SAMPLE_TIME } }),
  ],
  serverTime: SAMPLE_TIME,
  ...change,
});
