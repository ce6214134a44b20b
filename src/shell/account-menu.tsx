import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useHasAnswers, useWho } from '#application/hooks.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { paths } from './paths.ts';
import { useDeviceChoices } from './use-device-choices.tsx';
import { useLogout } from './use-logout.tsx';
import './account-menu.css';

/** An additional entry of the account menu. */
export interface AccountAction {
  readonly label: string;
  readonly act: () => void;
}

const NO_MORE: readonly AccountAction[] = [];

/**
 * Shows who is logged in, and how to log in and out. It passes no answers on, because they are stored on the device.
 */
export function AccountMenu({ more = NO_MORE }: { readonly more?: readonly AccountAction[] | undefined }) {
  const { is_logged_in: isLoggedIn, username } = useWho();
  const hasAnswers = useHasAnswers();
  const navigate = useNavigate();
  const { logOut, dialog } = useLogout();
  const device = useDeviceChoices();
  const [isOpen, setIsOpen] = useState(false);

  /** Closes the menu first, so that a dialog or the next page gets the focus. */
  function choose(act: () => void) {
    setIsOpen(false);
    act();
  }

  return (
    <>
      <Popover label="Account" isOpen={isOpen} onOpenChange={setIsOpen}>
        {isLoggedIn ? (
          <>
            <p className="account-menu-name">
              <small>Logged in as</small>
              <span translate="no">{username}</span>
            </p>
            <Button variant="secondary" onPress={() => choose(logOut)}>
              Log Out
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" onPress={() => choose(() => void navigate(paths.login))}>
              Sign In
            </Button>
            <Button variant="secondary" onPress={() => choose(() => void navigate(paths.signup))}>
              Create Account
            </Button>
          </>
        )}
        <div className="account-menu-device">
          <small>On this device</small>
          {more.map(({ label, act }) => (
            <Button key={label} variant="quiet" onPress={() => choose(act)}>
              {label}
            </Button>
          ))}
          <Button variant="quiet" onPress={() => choose(device.toggleShared)}>
            {device.isShared ? 'Save answers on this device again' : 'Use as a shared computer'}
          </Button>
          {!isLoggedIn && hasAnswers && (
            <Button variant="quiet" onPress={() => choose(device.askToClear)}>
              Clear this device
            </Button>
          )}
        </div>
      </Popover>
      {dialog}
      {device.dialog}
    </>
  );
}
