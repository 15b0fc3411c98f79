import { describe, expect, it } from 'vitest';
import { displayName, initials } from '../../../src/ui/shell/displayName.ts';

describe('what a person is called', () => {
  it('is the nickname, else the phone number, else the e-mail', () => {
    const all = { nickname: 'Lin Wei', phoneNumber: '+8613800000001', email: 'a@b.c' };
    expect(displayName(all)).toBe('Lin Wei');
    expect(displayName({ ...all, nickname: ' ' })).toBe('+8613800000001');
    expect(displayName({ ...all, nickname: '', phoneNumber: '' })).toBe('a@b.c');
  });
  it.each([
    ['Lin Wei', 'LW'],
    ['林薇', '薇'],
    ['operator@demo.roundhouse', 'OP'],
    ['+8613800000001', '86'],
    ['', ''],
  ])('has initials: %s', (name, letters) => {
    expect(initials(name)).toBe(letters);
  });
});
