package io.vlag.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** No recorded file of this run, given or in the repository, is passed over in silence. */
class EveryFileHasAnOwnerTest {
    @Test
    void everyFileIsOfAKindThatSomeModuleReplays() {
        assertEquals(
                List.of(),
                GoldenFiles.ofRun().unknown(),
                "files that no module knows how to replay");
    }
}
