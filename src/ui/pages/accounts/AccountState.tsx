/**
 * Account state as icon and label: active, locked, no password yet, owned by an app, or without the role that its robots
 * need.
 */
import Blocks from 'lucide-react/icons/blocks';
import CircleCheck from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import KeyRound from 'lucide-react/icons/key-round';
import Lock from 'lucide-react/icons/lock';
import type { Account } from '../../../../contract/entities/account.ts';
import { useT } from '../../hooks/useT.ts';
import { StatusPill } from '../../kit/StatusPill.tsx';

export function AccountState({ account }: { readonly account: Account }) {
  const t = useT();
  const { lockedAt, hasPassword, appId, needsRole } = account;
  if (lockedAt !== null) return <StatusPill status="alarm" icon={Lock} label={t('accounts.state.locked')} />;
  if (appId !== '') return <StatusPill status="online" icon={Blocks} label={t('accounts.state.app')} />;
  if (!hasPassword) return <StatusPill status="attn" icon={KeyRound} label={t('accounts.state.waiting')} />;
  if (needsRole) return <StatusPill status="attn" icon={Eye} label={t('accounts.state.needsRole')} />;
  return <StatusPill status="online" icon={CircleCheck} label={t('accounts.state.open')} />;
}
