import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '#session/use-session.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { paths } from './paths.ts';
import { useLogout } from './use-logout.tsx';

/** Who is here, and the way in or out. The answers come along by themselves: they rest on the device. */
export function AccountMenu() {
  const { is_logged_in: isLoggedIn, username } = useSession();
  const navigate = useNavigate();
  const { logOut, dialog } = useLogout();
  const [isOpen, setIsOpen] = useState(false);

  function go(path: string) {
    setIsOpen(false);
    void navigate(path);
  }

  return (
    <>
      <Popover label="Account" isOpen={isOpen} onOpenChange={setIsOpen}>
        {isLoggedIn ? (
          <>
            <p>{username}</p>
            <Button
              variant="secondary"
              onPress={() => {
                setIsOpen(false);
                void logOut();
              }}
            >
              Log Out
            </Button>
          </>
        ) : (
          <>
            <Button variant="primary" onPress={() => go(paths.login)}>
              Sign In
            </Button>
            <Button variant="secondary" onPress={() => go(paths.signup)}>
              Create Account
            </Button>
          </>
        )}
      </Popover>
      {dialog}
    </>
  );
}
