/** The companion app's screen for binding a robot, in jsdom: what a code adds to the account, and who can add a role. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { Language } from '../../../contract/entities/constants.ts';
import type { Bound } from '../../../src/machines/companion/binding.machine.ts';
import type { Binding } from '../../../src/machines/companion/companion.selectors.ts';
import { BindingScreen } from '../../../src/ui/companion/BindingScreen.tsx';
import { CompanionContext, type CompanionParts } from '../../../src/ui/companion/CompanionContext.ts';
import { settle } from '../../fakes/settle.ts';
import { CLAIM, startCompanion } from '../../fakes/startCompanion.ts';
import { textsOf } from '../withTexts.tsx';

async function bindWith(addedRole: Bound['addedRole'], bound: Bound, language: Language = 'enUS') {
  const app = await startCompanion({ userId: 'u1', code: { kind: 'claim', code: 'AAAA' } });
  await app.look.answer({ ...CLAIM, addedRole });
  const words = await textsOf(language);
  const t = words.now();
  const parts = { root: app.actor, i18n: { now: () => t, onChange: () => () => undefined } };
  const rendered = render(
    <CompanionContext value={parts as unknown as CompanionParts}>
      <BindingScreen binding={app.child('binding') as Binding} />
    </CompanionContext>,
  );
  onTestFinished(() => void app.actor.stop());
  const asked = document.body.textContent;
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /^(Bind |绑定)\s?Helper/u }));
    await settle();
    await app.bind.answer(bound);
  });
  const after = document.body.textContent;
  rendered.unmount();
  return { asked, after };
}

it('says before and after that the code adds the role operator', async () => {
  const { asked, after } = await bindWith('operator', { addedRole: 'operator', raisers: null });
  expect(asked).toContain('The code also makes you an operator.');
  expect(after).toContain("You're an operator now");
  expect(after).not.toContain('view-only');
});

it('names those who can add a role to an account that stays view-only', async () => {
  const { asked, after } = await bindWith(null, { addedRole: null, raisers: ['Ann', 'Bo'] });
  expect(asked).not.toContain('operator');
  expect(after).toContain('An account administrator can change that, and was notified: Ann, Bo');
  const none = await bindWith(null, { addedRole: null, raisers: [] }, 'zhCN');
  expect(none.after).toContain('您的账号仅可查看。账号管理员可以更改。');
});

it('says nothing about roles to an operator', async () => {
  const { after } = await bindWith(null, { addedRole: null, raisers: null });
  expect(after).toContain('You can now see this robot here and in the console.');
  expect(after).not.toContain('view-only');
});
