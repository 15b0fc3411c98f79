/**
 * Model-based: the navigation guard of spec 2 as a small model, written without looking at the code. A user clicks,
 * enters URLs, signs in and is signed out, in every order; after each step the page on the screen is the one the spec
 * names.
 */
import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { createTestModel } from 'xstate/graph';
import { startNavigation, userAccess } from '../../fakes/startNavigation.ts';
import { walk } from '../../fakes/walkModel.ts';

type Happening =
  | 'opens home'
  | 'opens a robot'
  | 'opens /login'
  | 'opens nowhere'
  | 'opens privacy'
  | 'signs in'
  | 'is put out'
  | 'loses all robots'
  | 'gets a robot';

/** Authentication: unknown, signed in, signed out. */
const whoOneIs = setup({ types: { events: {} as { type: Happening } } }).createMachine({
  initial: 'sign-in, then home',
  states: {
    'sign-in, then home': {
      on: { 'signs in': 'home', 'opens a robot': 'sign-in, then robot', 'opens privacy': 'privacy' },
    },
    'sign-in, then robot': { on: { 'signs in': 'robot' } },
    privacy: { on: { 'opens home': 'sign-in, then home' } },
    home: { on: { 'is put out': 'sign-in, then home' } },
    robot: { on: { 'is put out': 'sign-in, then robot' } },
  },
});
/** Navigation of a signed-in user, and the number of robots. */
const whereOneGoes = setup({ types: { events: {} as { type: Happening } } }).createMachine({
  initial: 'sign-in, then home',
  states: {
    'sign-in, then home': { on: { 'signs in': 'home' } },
    home: {
      on: {
        'opens a robot': 'robot',
        'opens /login': 'home',
        'opens nowhere': 'not found',
        'loses all robots': 'no robot',
      },
    },
    robot: { on: { 'opens home': 'home', 'loses all robots': 'no robot' } },
    'not found': { on: { 'opens home': 'home' } },
    'no robot': { on: { 'opens a robot': 'no robot', 'gets a robot': 'home' } },
  },
});

describe.each([
  ['who one is', whoOneIs],
  ['where one goes', whereOneGoes],
])('the guard: %s', (_, spec) => {
  for (const path of createTestModel(spec).getSimplePaths()) {
    it(path.description, async () => {
      const navigation = startNavigation('/home');
      await navigation.access({ who: 'visitor' });
      const count = async (robots: number): Promise<void> => {
        navigation.cloud.robots = robots;
        await navigation.access(userAccess(robots));
      };
      await walk(
        path,
        { model: 'navigation', actor: navigation.actor },
        {
          events: {
            'opens home': () => navigation.go('/home'),
            'opens a robot': () => navigation.go('/home/robot-data?serialNumber=W1'),
            'opens /login': () => navigation.go('/login'),
            'opens nowhere': () => navigation.go('/nowhere'),
            'opens privacy': () => navigation.go('/privacy/app'),
            'signs in': () => count(2),
            'is put out': () => navigation.access({ who: 'visitor' }),
            'loses all robots': () => count(0),
            'gets a robot': () => count(1),
          },
          states: {
            'sign-in, then home': () => {
              expect(navigation.page()).toBe('signIn');
              expect(navigation.bar()).toBe('/login?redirect=%2Fhome');
            },
            'sign-in, then robot': () => {
              expect(navigation.page()).toBe('signIn');
              expect(navigation.bar()).toBe('/login?redirect=%2Fhome%2Frobot-data%3FserialNumber%3DW1');
            },
            privacy: () => expect(navigation.page()).toBe('privacy'),
            home: () => {
              expect(navigation.page()).toBe('home');
              expect(navigation.bar()).toBe('/home');
            },
            robot: () => expect(navigation.page()).toBe('robotData'),
            'not found': () => {
              expect(navigation.page()).toBe('notFound');
              expect(navigation.bar()).toBe('/404');
            },
            'no robot': () => {
              expect(navigation.page()).toBe('noRobot');
              expect(navigation.bar()).toBe('/no-robot');
            },
          },
        },
      );
    });
  }
});
