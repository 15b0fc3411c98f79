/** Demo accounts; selecting one fills the form. Their password is public on this computer only (design 1). */
import type { SignInRef } from '../../../machines/signIn/signIn.selectors.ts';
import { useT } from '../../hooks/useT.ts';

const ACCOUNTS = [
  { account: 'operator@demo.roundhouse', role: 'common.operator' },
  { account: 'admin@demo.roundhouse', role: 'common.administrator' },
  { account: 'viewer@demo.roundhouse', role: 'common.viewer' },
  { account: 'new@demo.roundhouse', role: 'signIn.demo.new' },
  { account: '+8613800000001', role: 'signIn.demo.operatorPhone' },
] as const;
const PASSWORD = 'Roundhouse1';
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u;

export function DemoAccounts({ screen }: { readonly screen: SignInRef }) {
  const t = useT();
  const here = LOOPBACK.test(window.location.hostname);
  return (
    <section className="demo-accounts" aria-label={t('signIn.demo.title')}>
      <h2>{t('signIn.demo.title')}</h2>
      <p>{here ? t('signIn.demo.text', { password: PASSWORD }) : t('signIn.demo.textPrinted')}</p>
      <ul>
        {ACCOUNTS.map(({ account, role }) => (
          <li key={account}>
            <button
              type="button"
              onClick={() => screen.send({ type: 'demo.pick', account, password: here ? PASSWORD : '' })}
            >
              <span>{t(role)}</span>
              <span>{account}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
