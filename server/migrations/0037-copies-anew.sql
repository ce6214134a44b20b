-- PDF copies of earlier releases show what documents hide, and do not number their pages. They are printed anew when
-- somebody asks for them.
UPDATE copies SET revision = -1 WHERE status = 'COMPLETED';
