import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SETTING_NAMES, SETTING_TYPES, type RobotSettingName } from '../../../contract/entities/robotSettings.ts';
import {
  areContactsTold,
  announcedSettings,
  faultOfSetting,
  faultsOfSettings,
  mergeReport,
  readSettingValues,
  ROBOT_SETTING_NAMES,
  ROBOT_SETTINGS,
  settingDifferences,
  settingsOfType,
  settingState,
  valuesToSend,
} from '../../../contract/rules/robotSettings.ts';

const anyName = fc.constantFrom(...SETTING_NAMES);
const anyValue = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -300, max: 5000 }),
  fc.double(),
  fc.string({ maxLength: 600 }),
  fc.constant(null),
);
/** A valid value of a setting. */
const validOf = (name: RobotSettingName): fc.Arbitrary<boolean | number | string> => {
  const rule = ROBOT_SETTINGS[name];
  switch (rule.kind) {
    case 'flag':
      return fc.boolean();
    case 'number':
      return fc
        .integer({ min: Math.round(rule.min / rule.step), max: Math.round(rule.max / rule.step) })
        .map((steps) => Number((steps * rule.step).toFixed(1)));
    case 'choice':
      return fc.constantFrom(...rule.options);
    case 'text':
      return fc.string({ unit: 'grapheme-ascii', maxLength: rule.max });
  }
};

describe('the catalogue', () => {
  it('has every setting once, with a valid initial value, and every type', () => {
    expect([...ROBOT_SETTING_NAMES].sort()).toEqual([...SETTING_NAMES].sort());
    for (const name of SETTING_NAMES) expect(faultOfSetting(name, ROBOT_SETTINGS[name].initial)).toBeNull();
    expect(SETTING_TYPES.flatMap(settingsOfType).sort()).toEqual([...SETTING_NAMES].sort());
  });

  it.each([
    ['headVertical', 10, 34, 22],
    ['headHorizontal', 10, 170, 90],
    ['noiseAlarm', 50, 194, 85],
    ['highTemperature', -5, 150, 37.3],
    ['frontLightOnBelow', 0, 100, 20],
  ] as const)('%s goes from %d to %d', (name, min, max, initial) => {
    expect(ROBOT_SETTINGS[name].initial).toBe(initial);
    expect([min, max].map((value) => faultOfSetting(name, value))).toEqual([null, null]);
    expect([min - 1, max + 1].map((value) => faultOfSetting(name, value))).toEqual(['range', 'range']);
  });

  it('limits the welcome word to 500 and the sleep word to 230 characters', () => {
    expect(faultOfSetting('welcomeWord', 'x'.repeat(500))).toBeNull();
    expect(faultOfSetting('welcomeWord', 'x'.repeat(501))).toBe('length');
    expect(faultOfSetting('sleepWord', 'x'.repeat(230))).toBeNull();
    expect(faultOfSetting('sleepWord', 'x'.repeat(231))).toBe('length');
    expect(faultOfSetting('sleepWord', 'a\u0000b')).toBe('characters');
  });

  it.each(['speechChinese', 'speechEnglish', 'speechCantonese', 'speechArabic'] as const)(
    'limits %s to 400 letters or 200 Chinese characters',
    (name) => {
      for (const [text, count] of [
        ['x', 400],
        ['话', 200],
      ] as const) {
        expect(faultOfSetting(name, text.repeat(count))).toBeNull();
        expect(faultOfSetting(name, text.repeat(count + 1))).toBe('length');
      }
    },
  );
});

describe('values', () => {
  it('takes every valid value, and no value of another type', () => {
    fc.assert(
      fc.property(
        anyName.chain((name) => fc.tuple(fc.constant(name), validOf(name))),
        ([name, value]) => faultOfSetting(name, value) === null,
      ),
    );
    fc.assert(
      fc.property(anyName, anyValue, (name, value) => {
        if (typeof value !== typeof ROBOT_SETTINGS[name].initial) expect(faultOfSetting(name, value)).not.toBeNull();
      }),
    );
  });

  it('refuses thresholds unless on is below off, together with what the robot has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (on, off) => {
        const both = faultsOfSettings({ frontLightOnBelow: on, frontLightOffAbove: off });
        const one = faultsOfSettings({ frontLightOnBelow: on }, { frontLightOffAbove: off });
        expect(Object.keys(both).length > 0).toBe(on >= off);
        expect(one).toEqual(on >= off ? { frontLightOnBelow: 'thresholds' } : {});
      }),
    );
    // Another setting can still be saved while a robot reports crossed thresholds.
    expect(faultsOfSettings({ volume: 5 }, { frontLightOnBelow: 90, frontLightOffAbove: 10 })).toEqual({});
  });

  it('reads of a report only what it knows, with the right type', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(anyName, fc.string()), anyValue), (values) => {
        for (const [name, value] of Object.entries(readSettingValues(values)))
          expect(typeof value).toBe(typeof ROBOT_SETTINGS[name as RobotSettingName].initial);
      }),
    );
    expect(readSettingValues({ volume: Number.NaN, front: true, frontLight: true })).toEqual({ frontLight: true });
  });
});

describe('the factsheet', () => {
  const factsheet = (keys: readonly string[], actionType = 'applySettings') => ({
    protocolFeatures: {
      agvActions: [
        { actionType, actionScopes: [], actionParameters: keys.map((key) => ({ key, valueDataType: 'BOOL' })) },
      ],
    },
  });
  it('announces settings as parameters of applySettings', () => {
    expect(announcedSettings(factsheet(['volume', 'frontLight', 'version']))).toEqual(['frontLight', 'volume']);
    expect(announcedSettings(factsheet(['volume'], 'other'))).toEqual([]);
    expect(announcedSettings(null)).toEqual([]);
  });
  it('is all that is sent', () => {
    const wanted = {
      volume: { value: 5, version: 1, by: 'a', at: 1 },
      frontLight: { value: true, version: 2, by: 'a', at: 2 },
    };
    expect(valuesToSend(wanted, ['volume', 'headVertical'])).toEqual({ volume: 5 });
  });
});

describe('the state of a setting', () => {
  const wanted = { value: 80, version: 3, by: 'a', at: 5 };
  const has = (value: number) => ({ value, since: 1 });
  const at = (reportedVersion: number, isOnline = true) => ({ reportedVersion, isOnline });
  it.each([
    ['reported', wanted, has(80), undefined, at(3)],
    ['pending', wanted, has(60), undefined, at(2)],
    ['pending', wanted, has(80), undefined, at(2)],
    ['waiting', wanted, has(60), undefined, at(2, false)],
    ['refused', wanted, has(60), { reason: 'no', version: 3, at: 1 }, at(3)],
    ['differs', wanted, has(60), { reason: 'no', version: 2, at: 1 }, at(3)],
    ['differs', wanted, has(60), undefined, at(4)],
    ['silent', wanted, has(80), undefined, at(3, false)],
    ['silent', wanted, undefined, undefined, at(3)],
    ['reported', undefined, has(60), undefined, at(0)],
    ['silent', undefined, has(60), undefined, at(0, false)],
  ] as const)('%s', (state, want, reported, refused, context) => {
    expect(settingState(want, reported, refused, context)).toBe(state);
  });

  it('is reported only while the robot is online and reports exactly what is wanted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 2 }),
        fc.boolean(),
        (version, reportedVersion, value, reportedValue, isOnline) => {
          const state = settingState({ ...wanted, value, version }, has(reportedValue), undefined, {
            reportedVersion,
            isOnline,
          });
          expect(state === 'reported').toBe(isOnline && reportedVersion >= version && value === reportedValue);
        },
      ),
    );
  });
});

it('a repeated report changes nothing, and an equal value keeps its time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), (first, second) => {
      const once = mergeReport({}, { volume: first }, 100);
      expect(mergeReport(once, { volume: first }, 200)).toEqual(once);
      expect(mergeReport(once, { volume: second }, 200).volume?.since).toBe(first === second ? 100 : 200);
    }),
  );
});

it('a copy shows what is the same, what changes, and what the other robot lacks', () => {
  const from = { volume: 80, frontLight: true, headVertical: 22 };
  expect(settingDifferences(from, { volume: 60, frontLight: true }, ['volume', 'frontLight'])).toEqual([
    { name: 'frontLight', from: true, to: true, state: 'same' },
    { name: 'headVertical', from: 22, to: null, state: 'lacks' },
    { name: 'volume', from: 80, to: 60, state: 'differs' },
  ]);
});

describe('contacts are told about alarms', () => {
  const wanted = (value: boolean, version = 3) => ({
    wanted: { abnormalNotification: { value, version, by: 'lin', at: 1 } },
  });
  const reported = (value: boolean) => ({ reported: { abnormalNotification: { value, since: 1 } } });
  const refused = (version: number) => ({ refused: { abnormalNotification: { reason: 'no', version, at: 2 } } });
  const nothing = { wanted: {}, reported: {}, refused: {} };
  it.each([
    ['unless somebody switched it off', nothing, true],
    [
      'not from the moment it was switched off, also before the robot has it',
      { ...wanted(false), ...reported(true) },
      false,
    ],
    ['again from the moment it was switched on', { ...wanted(true), ...reported(false) }, true],
    ['as the robot has it, if nothing was set here', reported(false), false],
    ['as the robot has it, if it refused the change', { ...wanted(false), ...reported(true), ...refused(3) }, true],
    ['as it was set last, if the robot refused only an older change', { ...wanted(false, 4), ...refused(3) }, false],
  ])('%s', (_, change, isTold) => expect(areContactsTold({ ...nothing, ...change })).toBe(isTold));
});
